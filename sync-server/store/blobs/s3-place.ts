/** Where in an object storage the bytes of files lie. */
export interface S3Place {
  bucket: string
  /** Before every key: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Of a storage that is not Amazon's. */
  endpoint: string | null
}

/** How long the storage may take. */
export interface S3Limits {
  /** Until it answers, or sends the next bytes of what is read. */
  answerMs: number
  /** Bytes that it takes in a second, at least, besides. */
  bytesPerSecond: number
}
export const usualS3Limits: S3Limits = { answerMs: 20_000, bytesPerSecond: 50_000 }

const example = 's3://bucket/prefix?endpoint=https://storage.example:9000&region=us-east-1'

/** Reads `FILES_URL`. @throws Error that says in a sentence what is wrong with it. */
export function parseFilesUrl(told: string): S3Place {
  const url = urlIn(told)
  if (url?.protocol !== 's3:') throw new Error(`It has to look like ${example}.`)
  if (url.username || url.password)
    throw new Error('Keys do not belong into it: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const bucket = url.host
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`"${bucket}" cannot be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.`)
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!/^[A-Za-z0-9_.-]*(\/[A-Za-z0-9_.-]+)*$/.test(prefix))
    throw new Error(`"${prefix}" cannot be a prefix: letters, digits, dots, hyphens and underscores between slashes.`)
  for (const name of url.searchParams.keys())
    if (name !== 'endpoint' && name !== 'region')
      throw new Error(`It says ${name}, and only endpoint and region are known.`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isOrigin(endpoint))
    throw new Error(`"${endpoint}" cannot be an endpoint: it has to look like https://storage.example:9000.`)
  const region = url.searchParams.get('region') ?? (endpoint === null ? '' : 'us-east-1')
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error('It has to say the region of the bucket, as ?region=eu-central-1.')
  return { bucket, prefix: prefix && `${prefix}/`, region, endpoint }
}

const urlIn = (told: string): URL | null => (URL.canParse(told) ? new URL(told) : null)

/** Scheme, host and port, and nothing else. */
function isOrigin(told: string): boolean {
  const url = urlIn(told)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}
