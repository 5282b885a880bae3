import { underLock } from '../platform/database/advisory-lock.ts'
import { demoPeople, demoPeopleWithFirstPassword } from './demo/demo-people.ts'
import { ensureDemoWorkspace, hasDemoWorkspace } from './demo/ensure-demo-workspace.ts'
import type { OpenPlatform } from '../platform/open-platform.ts'
import { ensureReadyMade } from './ready-made/ensure-ready-made.ts'
import type { Services } from './services.ts'
import { demoPassword, demoUserNames } from '../people/users/demo-password.ts'
import { firstPersonLink, isFirstStart } from '../people/users/first-person.ts'

export type FirstStart = {
  /** What the person who started the server should read. */
  lines: string[]
  /** Whether anybody who knows this product could sign in. */
  openDoor: boolean
}

/** Any number works; it only has to be the same in every process of the product. */
const lockNumber = 715_234_003

/**
 * Sees to it that the components of this version of the product are there, and that somebody can sign in: demo people,
 * or the first super-admin (settled point 25).
 */
export async function firstStart(
  open: OpenPlatform,
  services: Services,
  say: (line: string) => void,
): Promise<FirstStart> {
  const { platform, databaseUrl, embedded } = open
  return underLock(databaseUrl, lockNumber, async () => {
    const lines: string[] = []
    await ensureReadyMade(platform)
    if (await wantsDemo(open)) {
      if (!(await hasDemoWorkspace(platform))) say('Making the demo workspace')
      const serverUrl = embedded ? databaseUrl : null
      lines.push(...(await ensureDemoWorkspace(platform, services, { serverUrl })).notes)
    } else {
      const link = await firstPersonLink(platform)
      if (link) lines.push('The first person is super.admin. Choose the password here, within 24 hours:', `  ${link}`)
    }
    const left = await demoPeopleWithFirstPassword(platform.db)
    return { lines: [...lines, ...warnOf(left)], openDoor: left.length > 0 }
  })
}

function warnOf(left: readonly string[]): string[] {
  if (left.length === 0) return []
  const people = demoPeople.filter(({ userName }) => left.includes(userName))
  return [
    `Demo people, all with the password ${demoPassword}:`,
    ...people.map(({ userName, role }) => `  ${userName.padEnd(14)} ${role}`),
    'WARNING: everybody knows this password. Change it or switch these people off before others can reach this server.',
  ]
}

/** Without a word from the operator only an embedded, empty database gets the demo, or one whose demo is half made. */
async function wantsDemo({ platform, embedded }: OpenPlatform): Promise<boolean> {
  const { db, settings } = platform
  if (settings.demo !== null) return settings.demo
  if (await hasDemoWorkspace(platform)) return true
  if (!embedded) return false
  if (await isFirstStart(db)) return true
  const demoPerson = await db
    .selectFrom('users')
    .select('id')
    .where('user_name', 'in', demoUserNames)
    .executeTakeFirst()
  return demoPerson !== undefined
}
