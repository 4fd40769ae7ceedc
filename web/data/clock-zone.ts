import dayjs from 'dayjs'
import { isZone, shownIn, type Instant } from '#shared/lib/day.ts'

/** Whose clock moments are told by (C-230): of the zone that the person has chosen in the profile, else the browser's. */
let zone = ''

/** From now on, as the signed-in person has chosen (an IANA name); what this browser does not know is told by its own. */
export function tellTimesIn(chosen: string): void {
  if (zone !== chosen) zone = isZone(chosen) ? chosen : ''
}

/** What calendar and clock show there: `2026-03-06T09:43:12`. */
export const shown = (at: Instant | number): string =>
  zone ? shownIn(zone, typeof at === 'number' ? at : Date.parse(at)) : dayjs(at).format('YYYY-MM-DDTHH:mm:ss')
