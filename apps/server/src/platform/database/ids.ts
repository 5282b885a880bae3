import { randomBytes } from 'node:crypto'

/** A new opaque id: milliseconds first, so that ids sort by the time they were made, then 80 random bits. */
export function newId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
}
