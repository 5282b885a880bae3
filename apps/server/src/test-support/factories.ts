import type { Role } from '@millrace/contract'
import { newId } from '../platform/database/ids.ts'
import type { Connection } from '../platform/database/database.ts'
import { ensureBrand, ensureDatakind, ensureLocale, ensureProductLine } from '../documents/lookups/lookups.service.ts'
import type { Caller } from '../platform/http/caller.ts'
import { hashPassword } from '../people/sessions/password-hash.ts'

/** The password of every person made here. */
export const testPassword = 'Try-this-1now'

let hashed: Promise<string> | undefined
/** Cheap to check, as every test that calls the API signs in; tests of the time it takes give a hash of full cost. */
const testPasswordHash = (): Promise<string> => (hashed ??= hashPassword(testPassword, { memory: 64, passes: 1 }))

let count = 0

export type TestUser = Caller & { email: string }

/** A person with a name of their own and `testPassword` unless `passwordHash` is another's; `badges` are ids of project badges. */
export async function makeUser(
  db: Connection,
  options: {
    role?: Role
    badges?: readonly string[]
    unrestrictedUpload?: boolean
    isActive?: boolean
    passwordHash?: string
  } = {},
): Promise<TestUser> {
  const role = options.role ?? 'user'
  const user = {
    id: newId(),
    user_name: `${role}.test${++count}-${process.pid}`,
    first_name: role[0]?.toUpperCase() + role.slice(1),
    last_name: `Test ${count}`,
    email: `${role}${count}-${process.pid}@example.org`,
    avatar: null,
    role,
    password_hash: options.passwordHash ?? (await testPasswordHash()),
    is_active: options.isActive ?? true,
    unrestricted_upload: options.unrestrictedUpload ?? false,
  }
  await db.insertInto('users').values(user).execute()
  const badges = new Set(options.badges)
  for (const badge of badges) await db.insertInto('user_badges').values({ user_id: user.id, badge_id: badge }).execute()
  return {
    userId: user.id,
    userName: user.user_name,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    role,
    badges,
    unrestrictedUpload: user.unrestricted_upload,
    sessionId: '',
  }
}

/** One person of each role, without badges. */
export async function makeUserOfEachRole(db: Connection): Promise<Record<Role, TestUser>> {
  return {
    user: await makeUser(db, { role: 'user' }),
    manager: await makeUser(db, { role: 'manager' }),
    admin: await makeUser(db, { role: 'admin' }),
    'super-admin': await makeUser(db, { role: 'super-admin' }),
  }
}

/** A name that no other part of a test has given: one count for all files of a process. */
export const freshName = (what: string): string => `${what} ${++count}`

/** A badge; its id. */
export async function makeBadge(
  db: Connection,
  name = freshName('Badge'),
  type: 'admin' | 'project' = 'project',
): Promise<string> {
  const id = newId()
  await db.insertInto('badges').values({ id, name, type, color: null }).execute()
  return id
}

/** One entry of each lookup list, made when missing; their ids, with two data kinds of which one is 'dealer'. */
export async function makeLookups(db: Connection) {
  return {
    brand: await ensureBrand(db, 'Adventure Works'),
    // What people call it differs from its label.
    locale: await ensureLocale(db, { language: 'fr', country: 'FR', name: 'French' }),
    productLine: await ensureProductLine(db, 'bikes', 'Bikes'),
    datakind: await ensureDatakind(db, 'product'),
    dealerKind: await ensureDatakind(db, 'dealer'),
  }
}

/** Lets a person of role user see the pipeline (D-39); takes the document's id. */
export async function assignPipeline(db: Connection, userId: string, documentId: string): Promise<void> {
  await db
    .insertInto('user_pipelines')
    .values({ user_id: userId, document_id: documentId })
    .onConflict((any) => any.doNothing())
    .execute()
}
