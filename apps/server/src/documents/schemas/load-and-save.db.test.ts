import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apiRoot, type Envelope, type Schema, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { freshName, makeUser } from '../../test-support/factories.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  token = await app.tokenOf(await makeUser(app.db, { role: 'super-admin' }))
})
afterAll(() => app.close())

/** Sends a text as it stands. @returns code, message, and the text of the answer */
async function ask(method: string, address: string, body?: string) {
  const headers = { [tokenHeader]: token, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const text = await (await fetch(`${app.url}${apiRoot}${address}`, { method, headers, body })).text()
  return { ...(JSON.parse(text) as Envelope<Schema>), text }
}
const save = (name: string, schema: string, more = '') =>
  ask('POST', '/schemas', `{"name":${JSON.stringify(name)},${more}"jsonSchema":${schema}}`)
/** As JavaScript writes it, names that are called like the prototype included. */
const inOneLine = (text: string) => JSON.stringify(JSON.parse(text))

const demo = path.join(import.meta.dirname, '..', '..', 'entry', 'demo', 'schemas')
const real = readdirSync(demo)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(path.join(demo, name), 'utf8')] as const)
  .filter(([, text]) => !text.includes('importer://'))

it.each<readonly [string, string]>([
  ...real,
  [
    'draft-04, which has limits that are switches and an id',
    '{"id":"#root","properties":{"a":{"maximum":5,"x-exclusiveMaximum":true}},"required":["a"],"x-order":["b","a"]}',
  ],
  [
    'draft-06, with examples, contains and a constant',
    '{"$id":"urn:x:6","examples":[{"z":1,"a":2}],"contains":{"const":null},"propertyNames":{"pattern":"^[a-z]+$"}}',
  ],
  [
    'draft-07, with branches and a comment',
    '{"$schema":"http://json-schema.org/draft-07/schema#","$comment":"c","if":{"required":["b"]},"then":{},"else":false}',
  ],
  [
    'the later drafts’ words, which are notes here',
    '{"$defs":{"a":{"type":["string","null"]}},"properties":{"a":{"$ref":"#/$defs/a"}},"unevaluatedProperties":false,"deprecated":true}',
  ],
  [
    'names of a prototype, at the top and below',
    '{"__proto__":{"type":"string"},"constructor":{"prototype":1},"toString":0,"properties":{"__proto__":{"type":"null"},"b":{"__proto__":{"a":1}}}}',
  ],
  ['fields in an order of their own, numbers as names', '{"properties":{"z":{},"a":{},"Z":{}},"type":"object"}'],
  ['numbers in odd spellings', '{"minimum":-0.5,"maximum":1e30,"default":5e-324,"multipleOf":0.1}'],
  ['odd texts', '{"title":"é\\u2028\\u0000\\ud83d\\ude00\\"\\\\","description":""}'.replace('\\u0000', '')],
])('SCH-001/api comes back letter by letter from save, load and save again: %s', async (_what, text) => {
  const written = inOneLine(text)
  const name = freshName('Schema')
  const made = await save(name, text)
  expect([made.code, made.message]).toEqual([20000, 'ok'])
  const { _id } = made.data
  const loaded = await ask('GET', `/schemas/find?id=${_id}`)
  for (const answer of [made, loaded]) expect(answer.text).toContain(`"jsonSchema":${written},"version":1`)
  const again = await save(name, JSON.stringify(loaded.data.jsonSchema), `"_id":"${_id}","sys_version":1,`)
  expect(again.text).toContain(`"jsonSchema":${written},"version":1`)
  const content = await ask('GET', `/documents/content?id=${_id}`)
  expect(content.text).toContain(`"jsonSchema":${written}`)
})

it('a number in another spelling is the same number', async () => {
  expect((await save(freshName('Spelled'), '{"minimum":1.0,"maximum":1E2}')).text).toContain(
    '"jsonSchema":{"minimum":1,"maximum":100}',
  )
})

it.each([
  ['{"maximum":1e400}', '1e400 is too large for a number. (at schema/maximum)'],
  [
    '{"enum":[1,9007199254740993]}',
    '9007199254740993 would become 9007199254740992: write it as a text. (at schema/enum/1)',
  ],
  ['{"title":"a\\u0000"}', 'A text cannot hold the character \\u0000. (at schema/title)'],
  ['{"enum":["\\ud800"]}', 'A text cannot hold half of a character (\\ud800 to \\udfff alone). (at schema/enum/0)'],
  [
    '{"properties":{"a":{"type":"string","type":"number"}}}',
    'The name type comes twice: only one of the values would be kept. (at schema/properties/a/type)',
  ],
])(
  'what reading would change in silence is refused with its place, and nothing is stored: %s',
  async (text, reason) => {
    const name = freshName('Lossy')
    expect(await save(name, text)).toMatchObject({
      code: 40000,
      message: `The schema is not valid: ${reason}`,
      data: null,
    })
    expect(await ask('GET', `/schemas/byname?name=${encodeURIComponent(name)}`)).toMatchObject({ code: 40400 })
  },
)
