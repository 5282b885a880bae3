import type { Body, Reply, Role } from '@millrace/contract'
import { newId } from '../../platform/database/ids.ts'
import { emptyPipeline } from '../../documents/pipelines/pipeline.content.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../test-support/app.ts'
import { makeBadge, makeUser, type TestUser } from '../../test-support/factories.ts'

export type PersonInput = Body<'POST /users'>

export type PeopleWorld = {
  app: TestApp
  /** Ids of badges; `hq` and `dealers` are administrative. */
  badges: Record<'hq' | 'dealers' | 'europe' | 'americas', string>
  /** Sam holds no badge, Ada and Marc hold `dealers` and `europe`; Ada holds `hq` too. */
  sam: TestUser
  ada: TestUser
  marc: TestUser
  /** Somebody who holds these badges; of role user and in the scope of Ada and Marc unless told otherwise. */
  person(options?: { role?: Role; badges?: readonly string[]; isActive?: boolean }): Promise<TestUser>
  /** A well-formed person that nobody has made yet, in the scope of Ada and Marc. */
  fresh(more?: Partial<PersonInput>): PersonInput
  /** What a client sends to leave the person as they are. */
  unchanged(person: TestUser, more?: Partial<PersonInput>): PersonInput
  save(as: TestUser, input: PersonInput): Promise<TestAnswer<'POST /users'>>
  list(as: TestUser): Promise<Reply<'GET /users'>>
  /** A pipeline with this read rule and this number of versions, made in the tables alone. */
  pipeline(options?: { read?: string[][]; versions?: number }): Promise<{ documentId: string; versions: string[] }>
  /** What the audit holds of the person, oldest first. */
  audit(userId: string): Promise<{ action: string; by: string; before: unknown; after: unknown }[]>
}

let count = 0
/** Letters only: part of names. */
const letters = (n: number): string => [...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')

export async function makePeopleWorld(options: Parameters<typeof startTestApp>[0] = {}): Promise<PeopleWorld> {
  const app = await startTestApp({ worker: false, ...options })
  const { db } = app
  const badges = {
    hq: await makeBadge(db, 'Headquarters', 'admin'),
    dealers: await makeBadge(db, 'Dealer team', 'admin'),
    europe: await makeBadge(db, 'Europe', 'project'),
    americas: await makeBadge(db, 'Americas', 'project'),
  }
  const { hq, dealers, europe } = badges
  const root = await app.services.folders.root('pipeline')
  return {
    app,
    badges,
    sam: await makeUser(db, { role: 'super-admin' }),
    ada: await makeUser(db, { role: 'admin', badges: [hq, dealers, europe] }),
    marc: await makeUser(db, { role: 'manager', badges: [dealers, europe] }),
    person: (more) => makeUser(db, { role: 'user', badges: [dealers], ...more }),
    fresh: (more) => ({
      firstName: 'Nina',
      lastName: `New${letters(++count)}`,
      email: `nina${count}@example.org`,
      role: 'user',
      admin_tags: [dealers],
      ...more,
    }),
    unchanged: (person, more) => ({
      _id: person.userId,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      role: person.role,
      ...more,
    }),
    save: (as, input) => app.call('POST /users', { as, body: input }),
    list: async (as) => (await app.call('GET /users', { as })).data,
    async pipeline({ read = [], versions = 1 } = {}) {
      const documentId = newId()
      const name = `Pipeline ${letters(++count)}`
      await db
        .insertInto('documents')
        .values({ id: documentId, kind: 'pipeline', folder_id: root.id, name, read_rule: JSON.stringify(read) })
        .execute()
      const ids: string[] = []
      for (let version = 1; version <= versions; version++) {
        const id = newId()
        const content = JSON.stringify(emptyPipeline)
        await db.insertInto('document_versions').values({ id, document_id: documentId, version, content }).execute()
        await db.insertInto('pipeline_versions').values({ version_id: id, is_master: true }).execute()
        ids.push(id)
      }
      return { documentId, versions: ids }
    },
    async audit(userId) {
      return db
        .selectFrom('audit')
        .select(['action', 'user_name as by', 'before', 'after'])
        .where('object_id', '=', userId)
        .where('kind', '=', 'user')
        .orderBy('id')
        .execute()
    },
  }
}
