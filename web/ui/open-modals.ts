import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** The dialogs that are open, the topmost last: while one is, nothing outside of it can be reached by keyboard or heard by a screen reader. */
export const useOpenModals = create<readonly Element[]>()(() => [])

/** For each dialog; what it returns goes to its transition. It counts as open from when it stands still until it begins to go. */
export function useOpenModal(open: boolean) {
  const [paper, setPaper] = useState<Element | null>(null)
  useEffect(() => {
    if (!open || !paper) return
    useOpenModals.setState((others) => [...others, paper], true)
    return () => useOpenModals.setState((all) => all.filter((one) => one !== paper), true)
  }, [open, paper])
  return {
    onEntered: (node: HTMLElement) => setPaper(node.matches(isDialog) ? node : node.querySelector(isDialog)),
    onExited: () => setPaper(null),
  }
}
const isDialog = '[role="dialog"], [role="alertdialog"]'
