import { type DocKind, docKinds, type Role, roles, type Rule, type TaggedType } from '@millrace/contract'
import { newId } from '../../platform/database/ids.ts'
import type { TestApp } from '../../test-support/app.ts'
import { assignPipeline, makeBadge, makeLookups, makeUser, type TestUser } from '../../test-support/factories.ts'

export type Chance = {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** True in one of `times` cases. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
}

/** The same choices for the same seed. */
export function chanceOf(seed: number): Chance {
  // mulberry32
  let state = seed >>> 0
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * end)
  }
  return {
    below,
    once: (times) => below(times) === 0,
    pick: <T>(from: readonly T[]): T => {
      const chosen = from[below(from.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
  }
}

export type RandomItem = { type: TaggedType; kind: DocKind; id: string; uploadId: string | null; isRoot: boolean }
export type RandomPerson = TestUser & { isActive: boolean }
export type RandomWorld = { sam: TestUser; people: RandomPerson[]; items: RandomItem[]; badges: string[] }

/** No rule in half of all cases, else one or two groups of one or two badges. */
export function randomRule(chance: Chance, badges: readonly string[]): Rule {
  if (chance.once(2)) return []
  return Array.from({ length: 1 + chance.below(2) }, () => [
    ...new Set(Array.from({ length: 1 + chance.below(2) }, () => chance.pick(badges))),
  ])
}

/**
 * People of all roles, some switched off, with badges, data kinds and assignments at random, and folders, pipelines,
 * schemas and components with rules, locks, versions and ready-made ones at random.
 */
export async function makeRandomWorld(app: TestApp, chance: Chance): Promise<RandomWorld> {
  const { db } = app
  const sam = await makeUser(db, { role: 'super-admin' })
  const badges: string[] = []
  for (let n = 0; n < 4; n++) badges.push(await makeBadge(db))
  const items: RandomItem[] = []
  for (const kind of docKinds) items.push(...(await makeTree(app, chance, kind, sam, badges)))
  const documents = await db.selectFrom('documents').select('id').where('kind', '=', 'pipeline').execute()
  const people: RandomPerson[] = []
  // Role user twice: most rules are about it.
  for (const role of [...roles, ...roles, 'user', 'user'] satisfies Role[]) {
    const held = badges.filter(() => chance.once(2))
    const isActive = !chance.once(6)
    const person = await makeUser(db, { role, badges: held, isActive, unrestrictedUpload: chance.once(2) })
    for (const { id } of documents) if (!chance.once(3)) await assignPipeline(db, person.userId, id)
    if (chance.once(2)) {
      // Switched off, an assignment counts for nothing.
      await db
        .updateTable('user_pipelines')
        .set({ is_active: false })
        .where('user_id', '=', person.userId)
        .where('document_id', '=', chance.pick(documents).id)
        .execute()
    }
    people.push({ ...person, isActive })
  }
  return { sam, people, items, badges }
}

async function makeTree(
  app: TestApp,
  chance: Chance,
  kind: DocKind,
  sam: TestUser,
  badges: readonly string[],
): Promise<RandomItem[]> {
  const { db, services } = app
  const { brand, locale, productLine, datakind, dealerKind } = await makeLookups(db)
  const root = await services.folders.root(kind)
  const folders = [root.id]
  for (let n = 0; n < 4; n++) {
    const folder = await services.folders.create(sam, { name: `Folder ${n}`, kind, parent: chance.pick(folders) })
    folders.push(folder.id)
  }
  const documents: RandomItem[] = []
  for (let n = 0; n < 5; n++) {
    const folder = chance.pick(folders)
    const name = `Item ${n}`
    const classed = { brand, locale, productLine, datakind: chance.once(2) ? dealerKind : datakind }
    const made =
      kind === 'schema'
        ? await services.schemas.save(sam, { name, folder, jsonSchema: { type: 'object' } })
        : kind === 'component'
          ? await services.components.save(sam, { name, folder, kind: 'function' })
          : await services.pipelines.save(sam, {
              name,
              folder,
              isMaster: true,
              component: await anyComponent(app, sam),
              ...classed,
            })
    const { document_id: documentId } = await db
      .selectFrom('document_versions')
      .select('document_id')
      .where('id', '=', made._id)
      .executeTakeFirstOrThrow()
    const item = { type: kind, kind, isRoot: false, uploadId: null }
    documents.push({ ...item, id: made._id, uploadId: kind === 'pipeline' ? await makeUpload(app, documentId) : null })
    if (chance.once(3)) {
      await db.updateTable('document_versions').set({ locked: true }).where('id', '=', made._id).execute()
      if (chance.once(2)) {
        const draft = await newDraft(app, made._id, chance.once(2) ? dealerKind : datakind)
        documents.push({ ...item, id: draft })
      }
    }
    const rules = {
      read_rule: JSON.stringify(randomRule(chance, badges)),
      write_rule: JSON.stringify(randomRule(chance, badges)),
    }
    await db.updateTable('documents').set(rules).where('id', '=', documentId).execute()
  }
  // Last, since nobody saves into a folder of ready-made ones.
  const readyMade = { is_ready_made: kind === 'component' }
  await db.updateTable('documents').set(readyMade).where('kind', '=', kind).where('name', '=', 'Item 0').execute()
  for (const id of folders) {
    // The root seldom asks for anything, or hardly anybody would see the rest.
    const rule = () => JSON.stringify(id === root.id && !chance.once(3) ? [] : randomRule(chance, badges))
    await db.updateTable('folders').set({ read_rule: rule(), write_rule: rule() }).where('id', '=', id).execute()
  }
  const folderItems = folders.map(
    (id): RandomItem => ({ type: 'folder', kind, id, uploadId: null, isRoot: id === root.id }),
  )
  return [...folderItems, ...documents]
}

let component: Promise<string> | undefined
/** One that every pipeline may invoke; its own rights do not matter here. */
const anyComponent = (app: TestApp, sam: TestUser): Promise<string> =>
  (component ??= app.services.components.save(sam, { name: 'Any', kind: 'function' }).then((made) => made._id))

/** A draft after the locked version, of a data kind of its own. */
async function newDraft(app: TestApp, lockedId: string, datakind: string): Promise<string> {
  const { db } = app
  const id = newId()
  const row = await db.selectFrom('document_versions').selectAll().where('id', '=', lockedId).executeTakeFirstOrThrow()
  const content = JSON.stringify(row.content)
  await db
    .insertInto('document_versions')
    .values({ id, document_id: row.document_id, version: row.version + 1, content, locked: false })
    .execute()
  const columns = await db
    .selectFrom('pipeline_versions')
    .selectAll()
    .where('version_id', '=', lockedId)
    .executeTakeFirst()
  if (columns !== undefined) {
    await db
      .insertInto('pipeline_versions')
      .values({ ...columns, version_id: id, datakind_id: datakind })
      .execute()
  }
  return id
}

async function makeUpload(app: TestApp, documentId: string): Promise<string> {
  const id = newId()
  const pending = await app.platform.files.create()
  pending.stream.write('key,name\n')
  const file = await pending.commit(id)
  await app.db
    .insertInto('uploads')
    .values({
      id,
      pipeline_id: documentId,
      status: 'valid',
      original_filename: 'rows.csv',
      data_sub_kind: 'rows',
      origin: 'source',
      file_key: file.key,
      size: file.size,
      sha256: file.sha256,
    })
    .execute()
  return id
}
