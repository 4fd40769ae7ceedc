import styled from '@emotion/styled'
import { externalAddress } from './external-address.ts'
import { Icon } from '#web/theme/icon.tsx'

/** The same project in another system, where the organisation has said which (C-038). */
export function ExternalProject({
  template,
  ...project
}: {
  template: string | undefined
  id: number
  poolCode: string
}) {
  if (!template || project.id === 0) return null
  return (
    <Away href={externalAddress(template, project)} target="_blank" rel="noopener noreferrer">
      Edit project <Icon name="external" size={14} label="in another window" />
    </Away>
  )
}

const Away = styled.a({ display: 'inline-flex', alignItems: 'center', gap: 6, marginTop: 12, fontWeight: 500 })
