import { muteTasking, readNotifications } from '#shared/commands/notifications.ts'
import { savePreferences } from '#shared/commands/preferences.ts'
import { notificationList } from '#shared/queries/notifications.ts'
import { bodyOf, namesIn } from './about.ts'
import { listIn } from './fields.ts'
import { pick, type PhraseBook, type Told } from './mount.ts'
import { inbox, page, saved, standing } from './shapes.ts'

const reading = bodyOf(readNotifications, 'ids')
const muting = bodyOf(muteTasking, 'projectId', 'muted')
const preferences = bodyOf(savePreferences, 'letters', 'zone', 'theme', 'density', 'shortcuts', 'shortcutsOff', 'view')

export function mountNotifications({ read, write }: PhraseBook): void {
  read(
    '/notifications',
    { says: 'What one was told, the last first, a page at a time.', search: page, answer: inbox },
    notificationList,
    (spoken) => ({ page: listIn(spoken).page }),
  )
  write(
    'POST',
    '/notifications/read',
    {
      says: 'Marks entries of the own inbox as read; any other id changes nothing.',
      body: reading,
      answer: saved(standing),
      example: { ids: [70001] },
    },
    readNotifications,
    ({ fields }) => pick(fields, namesIn(reading)),
    standingNow,
  )
  write(
    'POST',
    '/notifications/mute',
    {
      says: 'Mutes a tasking one was told of: no entry and no letter of it but what waits for oneself; or ends that.',
      body: muting,
      answer: saved(standing),
      example: { projectId: 42_000_017, muted: true },
    },
    muteTasking,
    ({ fields }) => pick(fields, namesIn(muting)),
    standingNow,
  )
  write(
    'PATCH',
    '/notifications/preferences',
    {
      says: 'Chooses which letters one gets, the time zone whose morning the digest comes in, and how the app looks to oneself.',
      body: preferences,
      answer: saved(standing),
      example: { letters: 'actions', zone: 'Africa/Nairobi' },
    },
    savePreferences,
    ({ fields }) => pick(fields, namesIn(preferences)),
    standingNow,
  )
}

async function standingNow({ ask }: Told) {
  const { unread, letters, zone } = await ask(notificationList, { page: 1 })
  return { unread, letters, zone }
}
