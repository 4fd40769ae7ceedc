import { readNotifications } from '#shared/commands/notifications.ts'
import { savePreferences } from '#shared/commands/users.ts'
import { notificationList } from '#shared/queries/notifications.ts'
import { bodyOf, namesIn } from './about.ts'
import { listIn } from './fields.ts'
import { pick, type PhraseBook, type Told } from './mount.ts'
import { inbox, page, saved, standing } from './shapes.ts'

const reading = bodyOf(readNotifications, 'ids')
const preferences = bodyOf(savePreferences, 'letters', 'zone')

export function mountNotifications({ read, write }: PhraseBook): void {
  read(
    '/notifications',
    { says: 'What one was told, the last first, a page at a time.', who: 'everybody', search: page, answer: inbox },
    notificationList,
    (spoken) => ({ page: listIn(spoken).page }),
  )
  write(
    'POST',
    '/notifications/read',
    {
      says: 'Marks entries of the own inbox as read; any other id changes nothing.',
      who: 'everybody',
      body: reading,
      answer: saved(standing),
      example: { ids: [70001] },
    },
    readNotifications,
    ({ fields }) => pick(fields, namesIn(reading)),
    standingNow,
  )
  write(
    'PATCH',
    '/notifications/preferences',
    {
      says: 'Chooses which letters one gets, and the time zone whose morning the digest comes in.',
      who: 'everybody',
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
