import { ApiError, type Schema } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import { type DocumentWorld, makeDocumentWorld, makeSchema } from '../documents.fixtures.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const stale = 'The document was changed by somebody else, please reload it'
const forbidden = 'You are not allowed to do this.'
const notFound = 'Document not found'
const lockedDelete = 'A locked version cannot be deleted'

const sam = () => world.people['super-admin']
const titled = (schema: Schema, title: string) =>
  world.schemas.save(sam(), { ...schema, jsonSchema: { ...schema.jsonSchema, title } })
const acts = {
  save: (schema: Schema) => titled(schema, 'saved'),
  'save too': (schema: Schema) => titled(schema, 'saved too'),
  lock: (schema: Schema) => world.versions.lock(sam(), 'schema', { id: schema._id }),
  'delete version': (schema: Schema) => world.versions.deleteVersion(sam(), 'schema', { id: schema._id }),
  delete: (schema: Schema) => world.versions.deleteDocument(sam(), 'schema', schema._id),
  rename: (schema: Schema) => world.documents.rename(sam(), 'schema', schema._id, `${schema.name} renamed`),
  move: async (schema: Schema) => world.documents.reparent(sam(), 'schema', schema._id, await folder()),
}
let made: Promise<{ id: string }> | undefined
const folder = async () =>
  (await (made ??= world.folders.create(sam(), { name: freshName('Folder'), kind: 'schema', parent: null }))).id

type Act = keyof typeof acts
type Outcome = { done: Set<Act>; told: Map<Act, string>; found: Schema | null }

/** Starts both at once; whoever loses is told one sentence of ours. */
async function race(pair: readonly [Act, Act]): Promise<Outcome> {
  const schema = await makeSchema(world, sam())
  await folder()
  const ends = await Promise.allSettled(pair.map((act) => acts[act](schema)))
  const done = new Set<Act>()
  const told = new Map<Act, string>()
  for (const [index, end] of ends.entries()) {
    const act = pair[index] as Act
    if (end.status === 'fulfilled') done.add(act)
    else {
      expect(end.reason, act).toBeInstanceOf(ApiError)
      told.set(act, (end.reason as ApiError).message)
    }
  }
  const found = await world.schemas.find(sam(), schema._id).catch(() => null)
  return { done, told, found }
}

it.each<[Act, Act, Partial<Record<Act, string[]>>, (outcome: Outcome) => void]>([
  [
    'save',
    'save too',
    { save: [stale], 'save too': [stale] },
    ({ done, found }) => {
      expect(done.size).toBe(1)
      expect(found).toMatchObject({ sys_version: 2, jsonSchema: { title: done.has('save') ? 'saved' : 'saved too' } })
    },
  ],
  [
    'save',
    'lock',
    { save: [forbidden] },
    ({ done, found }) => {
      expect(found?.vLocked).toBe(true)
      expect(found?.jsonSchema.title).toBe(done.has('save') ? 'saved' : undefined)
    },
  ],
  [
    'lock',
    'delete version',
    { lock: [notFound], 'delete version': [lockedDelete] },
    ({ done, found }) => {
      expect(done.size).toBe(1)
      expect(found?.vLocked).toBe(done.has('lock') ? true : undefined)
    },
  ],
  // A document goes with its locked versions, so that the lock may win and be gone after all.
  ['lock', 'delete', { lock: [notFound] }, ({ found }) => expect(found).toBeNull()],
  [
    'save',
    'delete',
    { save: [notFound] },
    ({ done, found }) => {
      expect(found).toBeNull()
      expect(done.has('delete')).toBe(true)
    },
  ],
  [
    'rename',
    'save',
    {},
    ({ done, found }) => {
      expect(done.size).toBe(2)
      expect(found?.jsonSchema.title).toBe('saved')
    },
  ],
  [
    'move',
    'save',
    {},
    ({ done, found }) => {
      expect(done.size).toBe(2)
      expect(found?.jsonSchema.title).toBe('saved')
    },
  ],
])(
  'G9 %s and %s at the same moment: one sentence for who loses, and nothing lost',
  async (one, other, tells, check) => {
    // Each goes first as often as second.
    for (let round = 0; round < 6; round++) {
      const outcome = await race(round % 2 === 0 ? [one, other] : [other, one])
      for (const [act, sentence] of outcome.told) expect(tells[act] ?? [], act).toContain(sentence)
      check(outcome)
    }
  },
)
