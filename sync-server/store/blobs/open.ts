import type { Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'
import type { S3Place } from './s3-place.ts'
import { openS3 } from './s3.ts'

/** The only place that knows which engine there is: a folder, or a bucket with the scratch in that folder. Both have passed `testing/blobs-contract.ts`. */
export const openBlobs = (folder: string, place: S3Place | null): Blobs => {
  const inFolder = openFolder(folder)
  return place ? openS3(place, inFolder.scratch) : inFolder
}
