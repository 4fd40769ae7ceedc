import styled from '@emotion/styled'
import { useDisk } from '../data/disk.ts'
import { Notice } from './notice.tsx'

/** Why nothing comes, above a page that waits for a database which does not open. Goes by itself when it does. */
export function ShutNotice() {
  const { isShut, trouble } = useDisk()
  if (!isShut) return null
  return (
    <Room>
      {trouble === 'full' ? (
        <Notice icon="storage" tone="warn" title="This device is full, and so what is kept on it cannot be opened.">
          Free some room, for example by deleting pictures or apps; this page then goes on by itself. If it does not
          within a minute, copy what is not saved yet, close the browser and open it again.
        </Notice>
      ) : (
        <Notice icon="storage" tone="warn" title="This browser does not open what is kept on this device.">
          It is tried again every few seconds. If it goes on, close other windows of Fieldpost, then the browser, and
          open it again.
        </Notice>
      )}
    </Room>
  )
}

const Room = styled.div({ width: '100%', maxWidth: 720, padding: '12px 16px 0' })
