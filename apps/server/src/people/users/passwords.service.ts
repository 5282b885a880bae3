import { invalid, validatePassword, texts } from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { createSignInLimits, passwordCounts } from '../sessions/sign-in-limits.ts'
import { askForPassword } from './forgotten.ts'
import { setPassword } from './set-password.ts'
import { holdUsers } from './users.repository.ts'
import { holdGoodLink, markAllLinksUsed, ownerOfLink } from './password-links.repository.ts'

export type PasswordsService = ReturnType<typeof createPasswordsService>

export const createPasswordsService = (platform: Pick<Platform, 'db' | 'secrets' | 'queue' | 'now'>) => ({
  /**
   * A person chooses a password with the single-use link they were sent (API-014, SES-043). A password that breaks
   * the rule leaves the link good, so that they can try another.
   * Who mistyped the old one too often from there may sign in at once.
   * @throws ApiError 40000 with the text of the broken rule, or for a link that is unknown, used or older than a day
   */
  create: (choice: { token: string; password: string }, address: string): Promise<null> =>
    choosePassword(platform, choice, address),

  /** A person asks for such a link by mail. @see askForPassword */
  forgotten: (request: { email: string }, address: string): Promise<null> => askForPassword(platform, request, address),
})

async function choosePassword(
  platform: Pick<Platform, 'db' | 'secrets' | 'now'>,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<null> {
  const { db, secrets, now } = platform
  return db.transaction().execute(async (tx) => {
    const hash = secrets.hash(token)
    const sent = await ownerOfLink(tx, hash)
    // A person is held before what belongs to them, as in every change of people: else two wait for each other.
    if (sent) await holdUsers(tx, [sent.userId])
    const link = await holdGoodLink(tx, hash, now())
    if (link === undefined) throw invalid(texts.badPasswordLink)
    const problem = validatePassword(password, link.userName)
    if (problem !== null) throw invalid(problem)
    await markAllLinksUsed(tx, link.userId, now())
    // Whoever was sent the link is who sets the password, which the audit tells.
    await setPassword(tx, { ...systemCaller, userId: link.userId, userName: link.userName }, link, password)
    await createSignInLimits(platform, 'password', passwordCounts).forgive(tx, link.userName, address)
    return null
  })
}
