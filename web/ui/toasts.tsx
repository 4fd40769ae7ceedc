import styled from '@emotion/styled'
import { closeSnackbar, enqueueSnackbar, SnackbarProvider, type CustomContentProps, type SnackbarKey } from 'notistack'
import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { media, radius, token } from './tokens.ts'

export type ToastVariant = 'info' | 'success' | 'warning' | 'error'

export interface ToastOptions {
  variant?: ToastVariant
  /** What can be done about it, such as Undo; doing it closes the toast, unless it `stays`. */
  actions?: readonly ToastAction[]
  /** Milliseconds; 6,000 unless told. `null`: until it is closed. */
  duration?: number | null
  /** A second toast with the same key is not shown while the first stands. */
  key?: string
}

export interface ToastAction {
  label: string
  onClick: () => unknown
  stays?: boolean
}

/** Works anywhere, also outside React. Returns what takes it down again. */
export function toast(
  message: string,
  { variant = 'info', actions = [], duration = 6000, key }: ToastOptions = {},
): () => void {
  const shown = enqueueSnackbar(message, {
    key,
    variant,
    autoHideDuration: duration,
    preventDuplicate: key !== undefined,
    action: (id) => actions.map((action) => <ActionOfToast key={action.label} id={id} {...action} />),
  })
  return () => closeSnackbar(shown)
}

/** Once, at the root: top-centre, three at a time. */
export function Toasts({ children }: { children?: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={3}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      autoHideDuration={6000}
      Components={contents}
    >
      {children}
    </SnackbarProvider>
  )
}

function ToastContent({ id, message, variant, action, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <Card ref={ref} role={variant === 'error' ? 'alert' : 'status'} data-variant={variant}>
      <Icon name={icons[variant]} size={20} />
      <Body>
        <Message>{message}</Message>
        <span>{typeof action === 'function' ? action(id) : action}</span>
      </Body>
      <IconButton icon="close" label="Close" size={28} onClick={() => closeSnackbar(id)} />
    </Card>
  )
}

function ActionOfToast({ id, label, onClick, stays = false }: ToastAction & { id: SnackbarKey }) {
  function press() {
    onClick()
    if (!stays) closeSnackbar(id)
  }
  return (
    <ActionButton type="button" onClick={press}>
      {label}
    </ActionButton>
  )
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
  fontSize: 14,
  lineHeight: '20px',
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
const ActionButton = styled.button({
  minHeight: 32,
  padding: '0 10px',
  flex: 'none',
  borderRadius: radius.control,
  fontSize: 13,
  fontWeight: 600,
  color: token.primary,
  '&:hover': { background: token.hover },
  [media.coarse]: { minHeight: 44 },
})
