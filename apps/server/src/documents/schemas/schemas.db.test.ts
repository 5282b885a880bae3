import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../test-support/factories.ts'
import { type DocumentWorld, makeDocumentWorld, makeSchema } from '../kernel/documents.fixtures.ts'
import { loadSchemas } from './schema-store.ts'

let world: DocumentWorld
beforeAll(async () => {
  world = await makeDocumentWorld()
})
afterAll(() => world.platform.close())

const save = (jsonSchema: JsonSchema) =>
  world.schemas.save(world.people.manager, { name: freshName('Schema'), jsonSchema })

describe('what is no schema', () => {
  it.each<[string, JsonSchema, RegExp]>([
    ['a type that is none', { type: 'strnig' }, /type must be equal to one of the allowed values/],
    ['a limit that is no number', { type: 'string', maxLength: '5' }, /maxLength must be integer/],
    ['a pattern that is none', { type: 'string', pattern: '(' }, /Invalid regular expression/],
    ['a reference to a definition that is missing', { $ref: '#/definitions/none' }, /can't resolve reference/],
    ['another draft', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, /is not draft-07/],
    ['endless nesting', JSON.parse(`${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`), /nested deeper than 64 levels/],
    ['a giant', { enum: Array.from({ length: 400_000 }, (_, n) => n) }, /more than 400000 parts/],
    ['too much text', { description: 'x'.repeat(6_000_000) }, /larger than 6 MB/],
    ['a pattern, at its place', { properties: { a: { pattern: '(' } } }, /\(at schema\/properties\/a\/pattern\)$/],
    ['a reference, at its place', { items: { $ref: '#/none' } }, /\(at schema\/items\/\$ref\)$/],
    ['an enum that does not fit', { type: 'string', enum: [1] }, /schema\/enum\/0 is 1, which is never of type string/],
    [
      'a circle that goes nowhere, at its place',
      { allOf: [{ $ref: '#' }] },
      /refers to itself without end \(at schema\/allOf\/0\)$/,
    ],
  ])('is refused with the reason: %s', async (_what, jsonSchema, reason) => {
    await expect(save(jsonSchema)).rejects.toMatchObject({
      code: 40000,
      message: expect.stringMatching(/^The schema is not valid: /),
    })
    await expect(save(jsonSchema)).rejects.toThrow(reason)
  })

  it('S2 is refused when it would take too long to check', async () => {
    const definitions: JsonSchema = { d0: { type: 'object' } }
    for (let n = 1; n <= 50; n++) {
      const ref = { $ref: `#/definitions/d${n - 1}` }
      definitions[`d${n}`] = { allOf: [ref, ref] }
    }
    await expect(save({ definitions, allOf: [{ $ref: '#/definitions/d50' }] })).rejects.toMatchObject({
      code: 40000,
      message: expect.stringMatching(
        /^The schema is not valid: its references multiply: it would take too long to check \(at schema\/definitions\/d\d+\)$/,
      ),
    })
    const properties = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, n) => [`p${n}`, { type: 'number', minimum: n }]),
    )
    await expect(save({ properties })).rejects.toThrow(/^The schema is not valid: it takes too (?:long|much memory)/)
  })

  it('takes no time over a pattern that is slow to match', async () => {
    const start = performance.now()
    await save({ type: 'string', pattern: '^(a+)+$', default: 'a'.repeat(40) + '!' })
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

it('SCH-002/api a schema has its name, folder, JSON schema, version, lock and whether it is read-only', async () => {
  const { 'super-admin': caller } = world.people
  const folder = await world.folders.create(caller, { name: freshName('Models'), kind: 'schema', parent: null })
  const jsonSchema = { type: 'object', properties: { key: { type: 'string' } } }
  const name = freshName('Whole')
  const { _id } = await world.schemas.save(caller, { name, folder: folder.id, jsonSchema })
  const is = { _id, name, folder: folder.id, jsonSchema, version: 1 }
  expect(await world.schemas.find(caller, _id)).toMatchObject({ ...is, vLocked: false, read_only: false })
  await world.versions.lock(caller, 'schema', { id: _id })
  expect(await world.schemas.find(caller, _id)).toMatchObject({ ...is, vLocked: true, read_only: true })
})

describe('what the author wrote', () => {
  const demo = fileURLToPath(new URL('../../entry/demo/schemas', import.meta.url))
  const real = readdirSync(demo)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(path.join(demo, name), 'utf8')] as const)
    // Those that refer to others need them in the store.
    .filter(([, text]) => !text.includes('importer://'))
  const odd = `{"title":"A","x-unit":{"b":1,"a":[null,1e3,-0.5]},"ui":{"widget":"later"},"definitions":{},
    "properties":{"z":{"type":"string","x":{"$ref":"#/none"}},"a":{"enum":[{"b":1,"a":2}]},"__proto__":{"type":"null"}},
    "$comment":"last","type":["object","null"],"examples":[{"z":"é\\u2028"}],"required":[],"minProperties":0}`

  it.each<readonly [string, string]>([...real, ['keywords that nobody knows, in an odd order', odd]])(
    'SCH-001/api comes back from load and save as it was: %s',
    async (_name, text) => {
      const written = JSON.parse(text) as JsonSchema
      const saved = await save(written)
      expect(JSON.stringify(saved.jsonSchema)).toBe(JSON.stringify(written))
      const again = await world.schemas.save(world.people.manager, saved)
      expect(JSON.stringify(again.jsonSchema)).toBe(JSON.stringify(written))
    },
  )
})

describe('references', () => {
  it('SCH-008/api SCH-030/api resolves both prefixes and refuses what names no schema', async () => {
    const { manager } = world.people
    const name = freshName('Money of Account')
    const money = await makeSchema(world, manager, name)
    const ref = (address: string) => ({ type: 'object', properties: { price: { $ref: address } } })
    await expect(save(ref(`importer://schema/id/${money._id}`))).resolves.toMatchObject({ version: 1 })
    await expect(save(ref(`importer://schema/name/${name}`))).resolves.toMatchObject({ version: 1 })
    await expect(save(ref(`importer://schema/name/${encodeURIComponent(name)}#/properties/key`))).resolves.toBeTruthy()
    for (const address of ['importer://schema/id/none', 'importer://schema/name/none', 'https://example.org/a.json']) {
      const refusal = { code: 40000, message: 'Schema not exist.', detail: { address } }
      await expect(save(ref(address))).rejects.toMatchObject(refusal)
    }
    await expect(save(ref(`importer://schema/id/${money._id}#/definitions/none`))).rejects.toThrow(/can't resolve/)
    await expect(world.schemas.byName(manager, 'none')).rejects.toMatchObject({
      code: 40400,
      message: 'Schema not exist.',
    })
  })

  it('SCH-008/api resolves references of properties that are called like keywords', async () => {
    const { manager } = world.people
    const money = await makeSchema(world, manager, freshName('Money'))
    const properties = { default: { $ref: `importer://schema/name/${money.name}` }, enum: { type: 'string' } }
    const saved = await save({ type: 'object', properties })
    expect(saved.jsonSchema).toEqual({ type: 'object', properties })
    expect((await loadSchemas(world.platform.db, [saved._id]))[`importer://schema/id/${saved._id}`]).toEqual({
      type: 'object',
      properties: { ...properties, default: { $ref: `importer://schema/id/${money._id}` } },
    })
  })

  it('finds by name the newest locked version, else the newest draft', async () => {
    const { 'super-admin': caller } = world.people
    const name = freshName('Versioned')
    const first = await makeSchema(world, caller, name)
    const version = async () => (await world.schemas.byName(caller, ` ${name.toUpperCase()} `))._id
    expect(await version()).toBe(first._id)
    await world.versions.lock(caller, 'schema', { id: first._id })
    const second = await world.versions.createNew(caller, 'schema', { id: first._id })
    expect(await version()).toBe(first._id)
    await world.versions.lock(caller, 'schema', { id: second._id })
    expect(await version()).toBe(second._id)
  })

  it('G7 keeps for a locked version what its references by name meant when it was saved', async () => {
    const { 'super-admin': caller } = world.people
    const name = freshName('Pinned')
    const used = await makeSchema(world, caller, name)
    const user = await world.schemas.save(caller, {
      name: freshName('User'),
      jsonSchema: { type: 'array', items: { $ref: `importer://schema/name/${name}` } },
    })
    await world.versions.lock(caller, 'schema', { id: user._id, force: true })
    const next = await world.versions.createNew(caller, 'schema', { id: used._id })
    await world.versions.lock(caller, 'schema', { id: next._id })
    const store = await loadSchemas(world.platform.db, [user._id])
    expect(Object.keys(store).toSorted()).toEqual(
      [`importer://schema/id/${used._id}`, `importer://schema/id/${user._id}`].toSorted(),
    )
    expect(store[`importer://schema/id/${user._id}`]).toMatchObject({
      items: { $ref: `importer://schema/id/${used._id}` },
    })
    // What the author wrote is what the author reads.
    expect((await world.schemas.find(caller, user._id)).jsonSchema).toEqual(user.jsonSchema)
  })

  it('collects all that is reachable, circles included', async () => {
    const { 'super-admin': caller } = world.people
    const one = await makeSchema(world, caller)
    const two = await world.schemas.save(caller, {
      name: freshName('Two'),
      jsonSchema: { properties: { one: { $ref: `importer://schema/id/${one._id}` } } },
    })
    await world.schemas.save(caller, {
      ...one,
      jsonSchema: { properties: { two: { $ref: `importer://schema/id/${two._id}` } } },
    })
    expect(Object.keys(await loadSchemas(world.platform.db, [two._id]))).toHaveLength(2)
  })
})
