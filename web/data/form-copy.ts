import { renamedIn, type Device, type DeviceMeta, type FormDraft } from './device.ts'

/**
 * One tab's hold on a half-typed form, which other tabs of this browser may type into as well: of each field the last writer counts (C-116).
 * What was written over stays beside it, and is the form again when what replaced it has been sent or thrown away.
 */
export function createFormCopy(device: Pick<Device, 'forms' | 'get'>, opened: string) {
  /** As this tab has read or written it last. */
  let known: FormDraft | undefined
  let renamedBefore: DeviceMeta['renamed'] = {}
  /** Its row may have got another id while it is open, and the form with it. What was given up before is the id of another row by now. */
  async function keyNow(): Promise<string> {
    const renamed = Object.entries(await device.get('renamed'))
    return renamedIn(opened, Object.fromEntries(renamed.filter(([id]) => !(id in renamedBefore))))
  }

  return {
    async read(): Promise<FormDraft | undefined> {
      renamedBefore = await device.get('renamed')
      return (known = await device.forms.get(opened))
    },
    /** Puts what is typed here; `untouched` is the form before anybody typed. For a transaction; where that fails nothing is known of it. */
    async put(values: unknown, untouched: unknown, saved: string): Promise<void> {
      const key = await keyNow()
      const there = await device.forms.get(key)
      const knownBefore = known
      known = { key, ...laidOver(there, known, { values, saved }, untouched) }
      await device.forms.put(known).catch((error: unknown) => {
        known = knownBefore
        throw error
      })
    },
    /** Takes away what is this tab's, and nothing that another has typed since. */
    async forget(): Promise<void> {
      const key = await keyNow()
      const there = await device.forms.get(key)
      if (!there) return
      const { before, ...form } = there
      const isOurs = there.saved === known?.saved
      if (isOurs && before) await device.forms.put({ key, ...before })
      else if (isOurs) await device.forms.delete(key)
      else if (before && before.saved === known?.saved) await device.forms.put(form)
    },
  }
}

type Words = Pick<FormDraft, 'values' | 'saved'>

function laidOver(
  there: FormDraft | undefined,
  known: FormDraft | undefined,
  mine: Words,
  untouched: unknown,
): Omit<FormDraft, 'key'> {
  if (!there) return mine
  if (there.saved === known?.saved) return there.before ? { ...mine, before: there.before } : mine
  const base = known?.values ?? untouched
  const values = merged(base, mine.values, there.values)
  const { saved } = mine
  const isContested = !isSame(values, merged(base, there.values, mine.values))
  return isContested ? { values, saved, before: { values: there.values, saved: there.saved } } : { values, saved }
}

/** Field by field: what was made here of `base`, where that was touched; else what stands there. */
function merged(base: unknown, mine: unknown, there: unknown): unknown {
  if (isSame(mine, base)) return there
  if (!isFields(mine) || !isFields(there)) return mine
  const names = [...new Set([...Object.keys(there), ...Object.keys(mine)])].sort()
  const fields = names.map((name) => [name, merged(isFields(base) ? base[name] : undefined, mine[name], there[name])])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
