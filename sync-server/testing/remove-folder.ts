import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Removes a folder with all that is in it. What was cut off may still write its last bytes while this goes on; Node's own retries
 * (`maxRetries`) only try the folder again and never what came into it meanwhile.
 */
export async function removeFolder(folder: string): Promise<void> {
  for (let left = 40; ; left--)
    try {
      return await rm(folder, { recursive: true, force: true })
    } catch (error) {
      if (left === 0 || !(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
      await wait(50)
    }
}
