import { underLock } from './database/advisory-lock.ts'
import type { OpenPlatform } from './open-platform.ts'
import type { Services } from './services.ts'
import { firstPersonLink } from './users/first-person.ts'

/** Any number works; it only has to be the same in every process of the product. */
const lockNumber = 715_234_003

/**
 * Sees to it that somebody can sign in.
 * @returns lines for the person who started the server
 */
export async function firstStart(open: OpenPlatform, _services: Services): Promise<string[]> {
  return underLock(open.databaseUrl, lockNumber, async () => {
    const link = await firstPersonLink(open.platform)
    return link ? ['', 'The first person is super.admin. Choose the password here, within 24 hours:', `  ${link}`] : []
  })
}
