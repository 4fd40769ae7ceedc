import styled from '@emotion/styled'
import MuiDialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MuiDrawer from '@mui/material/Drawer'
import { useId, type FormEvent, type ReactNode } from 'react'
import { media, radius, textSize, token } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useOpenModal } from './open-modals.ts'
import { KeyboardLeft } from './use-keyboard-left.ts'

interface Question {
  open: boolean
  onClose: () => void
  title: ReactNode
}

export interface SheetProps extends Question {
  /** Buttons, the first-class one last. */
  actions?: ReactNode
  /** With it what is inside is a form: Enter in a field submits. */
  onSubmit?: () => void
  children?: ReactNode
}

export interface DialogProps extends SheetProps {
  subtitle?: ReactNode
  /** Beside the cross. */
  menu?: ReactNode
  width?: number
}

export interface ConfirmDialogProps extends Question {
  text: ReactNode
  /** Without it the dialog only says why something cannot be done. */
  onConfirm?: () => void
  confirmLabel?: string
  cancelLabel?: string
  loading?: boolean
  /** A confirmation that destroys nothing. */
  harmless?: boolean
}

export function ModalDialog({ open, width = 560, ...content }: DialogProps) {
  const titleId = useId()
  const transition = useOpenModal(open)
  const paper = { sx: { [media.desktop]: { width, maxWidth: 'calc(100% - 64px)' } } }
  return (
    <MuiDialog open={open} onClose={content.onClose} aria-labelledby={titleId} slotProps={{ paper, transition }}>
      <Content {...content} titleId={titleId} />
    </MuiDialog>
  )
}

export function ModalSheet({ open, ...content }: SheetProps) {
  const titleId = useId()
  const phone = usePhone()
  // A drawer that is open from the start would not come in, and nothing would hear that it is there: toasts stayed hidden beside it.
  const transition = { ...useOpenModal(open), appear: true }
  const sx = phone ? bottomPaper : { width: 420, maxWidth: '100%' }
  return (
    <MuiDrawer
      open={open}
      onClose={content.onClose}
      anchor={phone ? 'bottom' : 'right'}
      slotProps={{ transition, paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx } }}
    >
      {phone && <Grab aria-hidden />}
      <Content {...content} titleId={titleId} />
    </MuiDrawer>
  )
}

export function ModalConfirm({
  open,
  onClose,
  title,
  text,
  onConfirm,
  confirmLabel,
  cancelLabel = 'Back',
  loading = false,
  harmless = false,
}: ConfirmDialogProps) {
  const [titleId, textId] = [useId(), useId()]
  const transition = useOpenModal(open)
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ transition, paper: { sx: confirmPaper } }}
    >
      <ConfirmTitle id={titleId}>{title}</ConfirmTitle>
      <ConfirmText id={textId}>{text}</ConfirmText>
      <DialogActions>
        <Button autoFocus variant={onConfirm ? 'outlined' : 'contained'} onClick={onClose}>
          {onConfirm ? cancelLabel : 'OK'}
        </Button>
        {onConfirm && (
          <Button
            variant={harmless ? 'contained' : 'danger-contained'}
            loading={loading}
            loadingLabel="Working…"
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        )}
      </DialogActions>
      {/* Within what MUI takes away once the dialog has closed. */}
      <KeyboardLeft />
    </MuiDialog>
  )
}

interface ContentProps extends Omit<DialogProps, 'open' | 'width'> {
  titleId: string
}

function Content({ titleId, title, subtitle, menu, onClose, onSubmit, actions, children }: ContentProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    // Portals bubble through React: without this the form behind the dialog would be sent too.
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <Frame {...(onSubmit && { as: 'form', noValidate: true, onSubmit: submit })}>
      <Header>
        <div>
          <Title id={titleId}>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </div>
        <Corner>
          {menu}
          <IconButton icon="close" label="Close" onClick={onClose} />
        </Corner>
      </Header>
      <DialogContent>{children}</DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
      {/* Within what MUI takes away once the dialog has closed. */}
      <KeyboardLeft />
    </Frame>
  )
}

const bottomPaper = {
  maxHeight: '92%',
  borderRadius: `${radius.sheet}px ${radius.sheet}px 0 0`,
  paddingBottom: 'env(safe-area-inset-bottom)',
}
const confirmPaper = {
  width: 420,
  maxWidth: 'calc(100% - 32px)',
  [media.phone]: { width: 'calc(100% - 32px)', height: 'auto', margin: '16px', borderRadius: `${radius.sheet}px` },
}

const Frame = styled.div({ display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' })
const Header = styled.header({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 12,
  padding: '16px 12px 12px 20px',
  [media.phone]: { padding: '12px 8px 8px 16px' },
})
const Corner = styled.div({ display: 'flex', flex: 'none' })
const Title = styled.h2({ ...textSize.title, paddingTop: 6 })
// A long description leaves a phone with its keyboard no room to type.
const Subtitle = styled.p({
  ...textSize.small,
  color: token.text2,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
})
const ConfirmTitle = styled.h2({ ...textSize.title, padding: '20px 20px 0' })
const ConfirmText = styled.div({ padding: '8px 20px 20px', color: token.text2, ...textSize.large })
const Grab = styled.div({
  width: 36,
  height: 4,
  flex: 'none',
  borderRadius: 2,
  margin: '8px auto 0',
  background: token.control,
  opacity: 0.6,
})
