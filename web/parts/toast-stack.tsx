import styled from '@emotion/styled'
import './goober-sheet.ts'
import { closeSnackbar, enqueueSnackbar, SnackbarProvider, type CustomContentProps } from 'notistack'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type Ref } from 'react'
import { Icon, type IconName } from '../theme/icon.tsx'
import { media, radius, textSize, token } from '../theme/tokens.ts'
import { useOpenModals } from '../ui/open-modals.ts'
import { Button, IconButton } from '../ui/plain.tsx'
import { usePhone } from '../theme/use-media.ts'
import { KeyboardLeft } from '../ui/use-keyboard-left.ts'
import { givingWay, press, SHOWN, takeDown, useToasts, type ToastAction } from '../state/toasts.ts'

/** Where toasts are shown: top-centre, on a phone at the foot; three at a time. Fetched with the first of them. */
export function ToastStack() {
  const phone = usePhone()
  return (
    <SnackbarProvider
      domRoot={usePlace()}
      maxSnack={SHOWN}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      TransitionProps={{ direction: phone ? 'up' : 'down' }}
      onClose={(_event, _reason, id) => takeDown(Number(id))}
      Components={contents}
    >
      <Shown />
    </SnackbarProvider>
  )
}

/** They stand in the topmost dialog: beside an open one they could be seen, but neither heard nor reached by the keyboard. */
function usePlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  const dialog = useOpenModals((open) => open.at(-1))
  const isAtFoot = useAtFoot() && !dialog
  useLayoutEffect(() => void place.toggleAttribute('data-at-foot', isAtFoot), [isAtFoot, place])
  useLayoutEffect(() => {
    ;(dialog ?? document.body).append(place)
    // Whatever stood beside the dialog when it opened was hidden.
    place.removeAttribute('aria-hidden')
    return dialog && underHead(dialog, place)
  }, [dialog, place])
  useLayoutEffect(() => () => place.remove(), [place])
  return place
}

/** On a phone, but not while its keyboard lies over the foot of the page. */
function useAtFoot(): boolean {
  const phone = usePhone()
  const subscribe = useCallback((onChange: () => void) => {
    window.visualViewport?.addEventListener('resize', onChange)
    return () => window.visualViewport?.removeEventListener('resize', onChange)
  }, [])
  const isTyping = useSyncExternalStore(subscribe, () => {
    const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 }
    return innerHeight - height * scale > KEYBOARD_HIGH
  })
  return phone && !isTyping
}
/** Higher than the address bar of a browser, and lower than any keyboard. */
const KEYBOARD_HIGH = 120

/** Where the head of a dialog lies in the way, as it does on a phone: over what is said below its title, where nothing is pressed or typed. */
function underHead(dialog: Element, place: HTMLElement) {
  const head = dialog.querySelector('header')
  const look = () => {
    const boxes = [...(head?.querySelectorAll('h2, button') ?? [])].map((part) => part.getBoundingClientRect())
    const isInTheWay = boxes.some(({ top }) => top < TOAST_HIGH)
    place.style.setProperty('--toast-top', `${isInTheWay ? Math.max(...boxes.map(({ bottom }) => bottom)) : 14}px`)
  }
  look()
  // A sheet grows with what comes into it, and a head with its words.
  const watch = new ResizeObserver(look)
  for (const part of head ? [dialog, head] : []) watch.observe(part)
  return () => {
    watch.disconnect()
    place.style.removeProperty('--toast-top')
  }
}
const TOAST_HIGH = 70

/** Hands to notistack what is asked for, and takes from it what is not any more. */
function Shown() {
  const asked = useToasts((toasts) => toasts.asked)
  const shown = useRef(new Set<number>())
  const phone = usePhone()
  useEffect(() => {
    const standing = asked.slice(0, SHOWN)
    // First: where three stand, notistack makes room for a fourth by itself, and takes the oldest whatever that is.
    for (const id of shown.current) {
      if (standing.some((toast) => toast.id === id)) continue
      shown.current.delete(id)
      closeSnackbar(id)
    }
    for (const { id, message, variant, actions } of standing) {
      if (shown.current.has(id)) continue
      shown.current.add(id)
      enqueueSnackbar(message, {
        key: id,
        variant,
        autoHideDuration: null,
        action: actions.map((action) => <ActionOfToast key={action.label} id={id} action={action} />),
      })
    }
  }, [asked])
  useEffect(() => {
    if (phone) givingWay(asked).forEach(takeDown)
  }, [asked, phone])
  return null
}

function ToastContent({ id, message, variant, action, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const whileOnIt = useItsTime(Number(id))
  return (
    <Card ref={ref} role={variant === 'error' ? 'alert' : 'status'} data-variant={variant} {...whileOnIt}>
      <Icon name={icons[variant]} size={20} />
      <Body>
        <Message>{message}</Message>
        <span>{typeof action === 'function' ? action(id) : action}</span>
      </Body>
      <IconButton icon="close" label="Close" size="small" onClick={() => takeDown(Number(id))} />
      <KeyboardLeft />
    </Card>
  )
}

/** Left again, it stands for the rest of its time, and at least for so long. */
const AT_LEAST_MS = 2_000

/** Takes a toast down after its time, which stands still while the pointer or the keyboard is on it, and while the window is left (C-087). */
function useItsTime(id: number) {
  const duration = useToasts(({ asked }) => asked.find((toast) => toast.id === id)?.duration ?? null)
  const [on, setOn] = useState({ pointer: false, keyboard: false, elsewhere: !document.hasFocus() })
  const isHeld = on.pointer || on.keyboard || on.elsewhere
  const left = useRef(duration)
  useEffect(() => {
    if (isHeld || left.current === null) return
    const rest = left.current
    const begun = performance.now()
    const timer = setTimeout(() => takeDown(id), rest)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(AT_LEAST_MS, rest - (performance.now() - begun))
    }
  }, [id, isHeld])
  useEffect(() => {
    const look = ({ type }: Event) => setOn((last) => ({ ...last, elsewhere: type === 'blur' }))
    for (const type of ['blur', 'focus']) window.addEventListener(type, look)
    return () => {
      for (const type of ['blur', 'focus']) window.removeEventListener(type, look)
    }
  }, [])
  const set = (next: Partial<typeof on>) => () => setOn((last) => ({ ...last, ...next }))
  return {
    onPointerEnter: set({ pointer: true }),
    onPointerLeave: set({ pointer: false }),
    onFocus: set({ keyboard: true }),
    onBlur: set({ keyboard: false }),
  }
}

function ActionOfToast({ id, action }: { id: number; action: ToastAction }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => void action.until?.then(() => setOver(true)), [action])
  if (isOver) return null
  return (
    <Button ref={passOn} variant="text" size="small" onClick={() => press(id, action)}>
      {action.label}
    </Button>
  )
}

/** A keyboard on what is offered no more goes on from *Close* beside it. */
const passOn = (button: HTMLElement | null) => () => {
  if (document.activeElement !== button) return
  button?.closest('[data-variant]')?.querySelector<HTMLElement>(':scope > button')?.focus()
}

const icons: Record<CustomContentProps['variant'], IconName> = {
  default: 'info',
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'alert',
}
const contents = {
  default: ToastContent,
  info: ToastContent,
  success: ToastContent,
  warning: ToastContent,
  error: ToastContent,
}

const Card = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  minWidth: 320,
  maxWidth: 560,
  padding: '8px 8px 8px 14px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  color: token.text,
  boxShadow: token.shadowMenu,
  ...textSize.large,
  [media.phone]: { minWidth: 0, width: '100%', maxWidth: 'none' },
  '& > svg': { color: token.primary },
  '&[data-variant="success"] > svg': { color: token.ok },
  '&[data-variant="warning"]': { borderColor: token.warnLine, '& > svg': { color: token.warn } },
  '&[data-variant="error"]': { borderColor: token.dangerLine, '& > svg': { color: token.danger } },
})
const Body = styled.div({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  minWidth: 0,
})
const Message = styled.div({ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' })
