import { useState, type ComponentType } from 'react'
import type { ConfirmDialogProps, DialogProps, SheetProps } from './modal.tsx'
import { onDemand } from './on-demand.tsx'

/** Fills the screen on the phone. */
export const Dialog = onceOpened(onDemand<DialogProps>(() => import('./modal.tsx').then((part) => part.ModalDialog)))

/** A short question with two answers; the harmless one has the focus. */
export const ConfirmDialog = onceOpened(
  onDemand<ConfirmDialogProps>(() => import('./modal.tsx').then((part) => part.ModalConfirm)),
)

/** From the bottom on the phone, from the right on the desktop. */
export const Sheet = onceOpened(onDemand<SheetProps>(() => import('./modal.tsx').then((part) => part.ModalSheet)))

/** Nothing until it opens for the first time, so that a closed dialog costs no download; then it stays, to close gracefully. */
function onceOpened<Props extends { open: boolean }>(Part: ComponentType<Props>) {
  return function OnceOpened(props: Props) {
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened && <Part {...props} />
  }
}
