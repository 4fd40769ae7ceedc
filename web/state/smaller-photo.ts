/** The longer side of a photo that is made smaller. What is written on a sheet of paper can still be read. */
const SMALLER_PIXELS = 2_048
const QUALITY = 0.8
/** Screenshots (png) and drawings (gif) lose what they show. */
const ofCameras = /\.(jpe?g|webp|heic)$/i

/**
 * A photo as JPEG of at most 2,048 pixels, without what its camera wrote into it, the place among others. Null when it is none, this browser
 * cannot read it, or nothing would be won.
 */
export async function smallerPhoto(file: Blob, name: string): Promise<{ bytes: Blob; name: string } | null> {
  if (!ofCameras.test(name)) return null
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, SMALLER_PIXELS / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(photo.width * scale)
    canvas.height = Math.round(photo.height * scale)
    canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    if (!bytes || bytes.type !== 'image/jpeg' || bytes.size > file.size * 0.9) return null
    return { bytes, name: name.replace(/\.[^.]+$/, '.jpg') }
  } finally {
    photo.close()
  }
}
