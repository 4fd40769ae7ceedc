import styled from '@emotion/styled'
import { useNavigate, useParams } from 'react-router-dom'
import { can } from '#shared/rules/access.ts'
import { must } from '#shared/lib/must.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { LiveLine } from '#web/parts/live-line.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { importInto, isImportable } from '#web/parts/paths.ts'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { pagePart } from '#web/ui/on-demand.tsx'
import { HeadButtons, Page } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { idIn } from '#web/parts/id-in.ts'
import { useMedia, usePhone } from '#web/theme/use-media.ts'
import { useOfficeAddress } from './office-address.ts'
import { OfficeList } from './office-list.tsx'
import { entityWords, useNameOf } from './office-rows.ts'
import { officeAt, type Office } from './offices.ts'
import { useCrumbs, useFormCrumbs } from './use-crumbs.ts'

/** Whoever only looks at the list need not fetch it. */
const OfficeForm = pagePart(
  () => import('./office-form.tsx').then((part) => part.OfficeForm),
  () => <CardSkeleton lines={6} />,
)

/** A table of reference data: its list, and from 1200 px the form of the chosen row beside it; below, one or the other. */
export function OfficePage({ path }: { path: string }) {
  const { id: told } = useParams()
  const office = must(officeAt(path), 'an office for this address')
  const id = told === undefined ? null : idIn(told)
  const hasRoom = useMedia('(min-width: 1200px)')
  return id !== null && !hasRoom ? (
    <FormScreen key={`${path} ${id}`} office={office} id={id} />
  ) : (
    <ListScreen key={path} office={office} id={id} />
  )
}

interface ScreenProps {
  office: Office
  id: number | null
}

function ListScreen({ office, id }: ScreenProps) {
  const { of, title } = office
  const { user } = useDevice()
  const address = useOfficeAddress(of)
  const crumbs = useCrumbs(office, address)
  const phone = usePhone()
  const navigate = useNavigate()
  const { path } = of.rest
  const actions = can(user, of.who.writes) && (
    <>
      {isImportable(path) && <ButtonLink to={importInto(path)}>Import</ButtonLink>}
      <ButtonLink variant="contained" icon="plus" to={`${office.path}/new${address.search}`}>
        New {entityWords(of)}
      </ButtonLink>
    </>
  )
  return (
    <Page
      title={title}
      hideTitleOnPhone
      meta={<LiveLine />}
      breadcrumb={crumbs.length > 0 && <Crumbs way={crumbs} />}
      actions={!phone && actions}
    >
      {phone && (
        <PhoneHead>
          <LiveLine />
          <HeadButtons>{actions}</HeadButtons>
        </PhoneHead>
      )}
      <Beside data-open={id !== null || undefined}>
        <OfficeList office={office} address={address} chosenId={id} />
        {id !== null && (
          <Panel
            key={id}
            title={<FormTitle office={office} id={id} />}
            breadcrumb={<FormCrumbs office={office} id={id} />}
            actions={
              <IconButton icon="close" label="Close" onClick={() => void navigate(office.path + address.search)} />
            }
          >
            <OfficeForm office={office} id={id} preset={address.above} search={address.search} />
          </Panel>
        )}
      </Beside>
    </Page>
  )
}

function FormScreen({ office, id }: FormOf) {
  const address = useOfficeAddress(office.of)
  const { name, isNone } = useNameOf(office, id)
  return (
    <Page title={name} breadcrumb={<FormCrumbs office={office} id={id} />} meta={!isNone && <LiveLine />}>
      <Panel>
        <OfficeForm office={office} id={id} preset={address.above} search={address.search} />
      </Panel>
    </Page>
  )
}

interface FormOf {
  office: Office
  id: number
}
const FormTitle = ({ office, id }: FormOf) => <>{useNameOf(office, id).name}</>
const FormCrumbs = ({ office, id }: FormOf) => <Crumbs way={useFormCrumbs(office, useOfficeAddress(office.of), id)} />

const Beside = styled.div({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
})
