import type { Role } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { passwordMatches } from '../../people/sessions/password-hash.ts'
import { createUser } from '../../people/users/create-user.ts'
import { demoPassword, type demoUserNames } from '../../people/users/demo-password.ts'
import { activeDemoPasswords, demoUserIds } from './demo.repository.ts'

/** Badges of the demo (D-43: only project badges restrict documents). */
export const demoBadges = [
  { name: 'Europe', type: 'project' },
  { name: 'Americas', type: 'project', color: '#67C23A' },
  { name: 'Catalogue team', type: 'project', color: '#E6A23C' },
  { name: 'Headquarters', type: 'admin' },
  { name: 'Dealer team', type: 'admin' },
] as const

type BadgeName = (typeof demoBadges)[number]['name']
type Person = {
  userName: (typeof demoUserNames)[number]
  firstName: string
  lastName: string
  role: Role
  badges: BadgeName[]
}

export const demoPeople: readonly Person[] = [
  { userName: 'dana.dealer', firstName: 'Dana', lastName: 'Dealer', role: 'user', badges: ['Dealer team'] },
  {
    userName: 'marc.manager',
    firstName: 'Marc',
    lastName: 'Manager',
    role: 'manager',
    badges: ['Catalogue team', 'Europe', 'Dealer team'],
  },
  {
    userName: 'ada.admin',
    firstName: 'Ada',
    lastName: 'Admin',
    role: 'admin',
    badges: ['Headquarters', 'Dealer team'],
  },
  { userName: 'sam.super', firstName: 'Sam', lastName: 'Super', role: 'super-admin', badges: [] },
]

/** Makes the people who are not there yet; their ids by user name. */
export async function ensureDemoPeople(
  tx: Connection,
  badgeIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = await demoUserIds(tx)
  for (const person of demoPeople) {
    if (ids.has(person.userName)) continue
    const { userId } = await createUser(tx, systemCaller, {
      firstName: person.firstName,
      lastName: person.lastName,
      email: `${person.userName}@demo.millrace.example`,
      role: person.role,
      badges: person.badges.flatMap((name) => badgeIds.get(name) ?? []),
      password: demoPassword,
    })
    ids.set(person.userName, userId)
  }
  return ids
}

/** User names of demo people who can still sign in with the password everybody knows; asked at every start. */
export const demoPeopleWithDefaultPassword = (db: Connection): Promise<string[]> => createDemoPasswordCheck({ db })()

/**
 * The same for who asks again and again: a hash takes long to compute on purpose, so that each is tried once.
 * @returns the question
 */
export function createDemoPasswordCheck({ db }: { db: Connection }): () => Promise<string[]> {
  let tried = new Map<string | null, boolean>()
  return async () => {
    const people = await activeDemoPasswords(db)
    tried = new Map(
      await Promise.all(
        people.map(async ({ hash }) => [hash, tried.get(hash) ?? (await passwordMatches(demoPassword, hash))] as const),
      ),
    )
    return people.filter(({ hash }) => tried.get(hash)).map(({ userName }) => userName)
  }
}

/** What to print while these demo people can be signed in by anybody; nothing when there are none. */
export function defaultPasswordWarning(userNames: readonly string[]): string[] {
  if (userNames.length === 0) return []
  const people = demoPeople.filter(({ userName }) => userNames.includes(userName))
  return [
    `Demo people, all with the password ${demoPassword}:`,
    ...people.map(({ userName, role }) => `  ${userName.padEnd(14)} ${role}`),
    'WARNING: everybody knows this password. Change it or switch these people off before others can reach this server.',
  ]
}
