import { create } from 'zustand'
import { maxFileBytes, type Organisation } from '#shared/model/limits.ts'
import { emptyFile, fileNameOf, refusedKind, typeOfFile } from '#shared/rules/files.ts'
import { newCallId } from '../data/call-id.ts'
import type { Device } from '../data/device.ts'
import { NotKept } from '../data/disk.ts'
import { ofOnePerson } from '../session/of-one-person.ts'
import type { Actor } from '../sync/perform.ts'
import { NotAnnounced } from './announce-file.ts'
import { keepFile, type Place } from './kept-files.ts'
import { smallerPhoto } from './smaller-photo.ts'

/** A file on its way from the person's hand to this device's disk, or why it did not get there. */
export interface ChosenFile {
  id: string
  place: Place
  name: string
  size: number
  problem: string
}

/** Only until each is kept or refused; what is kept is a row of `uploads`. */
export const useChosen = create<{ chosen: readonly ChosenFile[] }>()(() => ({ chosen: [] }))
ofOnePerson(() => useChosen.setState({ chosen: [] }))

const noRoom = 'This device is full. Free some room and choose it again.'
const closed = 'This browser cannot write to this device. Reload the page and choose it again.'
const unreadable = 'It could not be read. Choose it again.'

/** Keeps files on this device, one after the other, and says at each that is not kept why. `smaller`: photos are made so before. @returns how many */
export async function attach(
  device: Device,
  actor: Actor,
  place: Place,
  files: readonly File[],
  smaller = false,
): Promise<number> {
  let kept = 0
  const chosen = files.map((file): ChosenFile => {
    const name = fileNameOf(file.name)
    return { id: newCallId(), place, name, size: file.size, problem: kindProblem(name, file.size) }
  })
  setChosen((others) => [...others, ...chosen])
  for (const [n, one] of chosen.entries()) {
    const file = files[n]
    if (!file || one.problem !== '') continue
    try {
      const { bytes, name } = smaller ? await smallerOf(file, one.name) : { bytes: file, name: one.name }
      const problem = sizeProblem(bytes.size, actor.organisation)
      if (problem !== '') noteProblem(one.id, problem)
      else {
        const sizeBefore = bytes === file ? 0 : file.size
        await keepFile(device, place, bytes, { id: one.id, name, sizeBefore, actor })
        dropChosen(one.id)
        kept += 1
      }
    } catch (error) {
      noteProblem(one.id, problemIn(error))
    }
  }
  return kept
}

function problemIn(error: unknown): string {
  if (error instanceof NotKept) return /full/.test(error.message) ? noRoom : closed
  return error instanceof NotAnnounced ? error.message : unreadable
}

/** As it is, where it cannot be made smaller. */
const smallerOf = async (file: File, name: string): Promise<{ bytes: Blob; name: string }> =>
  (await smallerPhoto(file, name).catch(() => null)) ?? { bytes: file, name }

const setChosen = (how: (chosen: readonly ChosenFile[]) => readonly ChosenFile[]) =>
  useChosen.setState(({ chosen }) => ({ chosen: how(chosen) }))
const noteProblem = (id: string, problem: string) =>
  setChosen((chosen) => chosen.map((one) => (one.id === id ? { ...one, problem } : one)))

/** Takes away the line that says why a file was not kept. */
export const dropChosen = (id: string): void => setChosen((chosen) => chosen.filter((one) => one.id !== id))

function kindProblem(name: string, size: number): string {
  if (!typeOfFile(name)) return refusedKind
  return size === 0 ? emptyFile : ''
}
function sizeProblem(size: number, organisation: Organisation): string {
  const limit = maxFileBytes(organisation)
  const mb = (bytes: number) => `${Math.ceil(bytes / 104_857.6) / 10} MB`
  return size > limit ? `Too large (${mb(size)}, limit ${mb(limit)}). Choose a smaller one.` : ''
}
