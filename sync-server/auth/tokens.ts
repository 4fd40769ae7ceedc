import { createHash, randomBytes } from 'node:crypto'

/** What a client holds: 256 random bits. The server keeps only its SHA-256, so a stolen database signs nobody in. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
