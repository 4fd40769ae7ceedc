import styled from '@emotion/styled'
import MuiDialog from '@mui/material/Dialog'
import MuiDrawer from '@mui/material/Drawer'
import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ConfirmDialogProps, DialogProps, SheetProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { media, radius, token } from './tokens.ts'
import { usePhone } from './use-media.ts'

export function ModalDialog({
  open,
  onClose,
  title,
  subtitle,
  actions,
  width = 560,
  onSubmit,
  role = 'dialog',
  children,
}: DialogProps) {
  const titleId = useId()
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      role={role}
      slotProps={{ paper: paperOf(width) }}
    >
      <Frame onSubmit={onSubmit}>
        <Head titleId={titleId} title={title} subtitle={subtitle} onClose={onClose} />
        <Content>{children}</Content>
        {actions && <Actions>{actions}</Actions>}
      </Frame>
    </MuiDialog>
  )
}

export function ModalConfirm({
  open,
  onClose,
  onConfirm,
  title = 'Delete',
  text = 'Do you really want to delete this item?',
  confirmLabel = 'Delete',
  cancelLabel = 'Cancel',
  loading = false,
  harmless = false,
}: ConfirmDialogProps) {
  const [titleId, textId] = [useId(), useId()]
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: confirmPaper } }}
    >
      <ConfirmTitle id={titleId}>{title}</ConfirmTitle>
      <ConfirmText id={textId}>{text}</ConfirmText>
      <Actions>
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
      </Actions>
    </MuiDialog>
  )
}

export function ModalSheet({ open, onClose, title, subtitle, actions, width = 420, onSubmit, children }: SheetProps) {
  const titleId = useId()
  const phone = usePhone()
  return (
    <MuiDrawer
      open={open}
      onClose={onClose}
      anchor={phone ? 'bottom' : 'right'}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: phone ? bottomPaper : { width, maxWidth: '100%' },
        },
      }}
    >
      {phone && <Grab aria-hidden />}
      <Frame onSubmit={onSubmit}>
        <Head titleId={titleId} title={title} subtitle={subtitle} onClose={onClose} />
        <Content>{children}</Content>
        {actions && <Actions data-raised>{actions}</Actions>}
      </Frame>
    </MuiDrawer>
  )
}

function Head({
  titleId,
  title,
  subtitle,
  onClose,
}: {
  titleId: string
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
}) {
  return (
    <Header>
      <div>
        <Title id={titleId}>{title}</Title>
        {subtitle && <Subtitle>{subtitle}</Subtitle>}
      </div>
      <IconButton icon="close" label="Close" onClick={onClose} />
    </Header>
  )
}

function Frame({ onSubmit, children }: { onSubmit?: () => void; children: ReactNode }) {
  if (!onSubmit) return <PlainFrame>{children}</PlainFrame>
  function submit(event: FormEvent) {
    event.preventDefault()
    // Portals bubble through React: without this the form behind the dialog would be sent too.
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <FormFrame noValidate onSubmit={submit}>
      {children}
    </FormFrame>
  )
}

const paperOf = (width: number) => ({ sx: { '@media (min-width: 900px)': { width, maxWidth: 'calc(100% - 64px)' } } })
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

const frame = { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' } as const
const PlainFrame = styled.div(frame)
const FormFrame = styled.form(frame)
const Header = styled.header({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 12,
  padding: '16px 12px 12px 20px',
  [media.phone]: { padding: '12px 8px 8px 16px' },
})
const Title = styled.h2({ fontSize: 16, lineHeight: '24px', fontWeight: 600, paddingTop: 6 })
const Subtitle = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2 })
const Content = styled.div({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '4px 20px 20px',
  [media.phone]: { padding: '4px 16px 20px' },
})
const Actions = styled.footer({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 20px',
  borderTop: `1px solid ${token.divider}`,
  [media.phone]: { padding: '12px 16px', '& > button': { flex: 1 } },
})
const ConfirmTitle = styled.h2({ fontSize: 16, lineHeight: '24px', fontWeight: 600, padding: '20px 20px 0' })
const ConfirmText = styled.div({ padding: '8px 20px 20px', color: token.text2, fontSize: 14, lineHeight: '20px' })
const Grab = styled.div({
  width: 36,
  height: 4,
  flex: 'none',
  borderRadius: 2,
  margin: '8px auto 0',
  background: token.control,
  opacity: 0.6,
})
