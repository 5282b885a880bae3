import { apiRoot, type Envelope, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { freshName, makeUser } from '../test-support/factories.ts'

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
  return { ...(JSON.parse(text) as Envelope<{ _id: string; id?: string }>), text }
}

const schema = '{"properties":{"__proto__":{"type":"string"},"constructor":{"prototype":1}},"x":{"__proto__":{"a":1}}}'

/** Of each kind: where it is read, and parts of its message that must come back as they were written. */
const kinds: [kind: string, find: string, parts: string[]][] = [
  ['/schemas', '/schemas/find', [`"jsonSchema":${schema}`]],
  [
    '/components',
    '/components/find',
    [`"inputs":[{"name":"rows","inputSchema":${schema}}]`, `"outputs":[{"name":"out","outputSchema":${schema}}]`],
  ],
  [
    '/pipelines',
    '/pipelines/id',
    [
      `"pipelineSchema":${schema}`,
      '"dataSources":[{"dataSubKind":"rows","connectorType":"manual","dataFromMaster":false,"contentType":"csv","enabled":true,"config":{"columns":{"__proto__":"name","constructor":"key"}}}]',
    ],
  ],
]

describe.each(kinds)('POST %s', (path, find, parts) => {
  const save = (more: readonly string[]) =>
    ask('POST', path, `{${[`"name":${JSON.stringify(freshName('Authored'))}`, ...more].join()}}`)

  it('keeps names of a prototype as its author wrote them', async () => {
    const made = await save(parts)
    expect([made.code, made.message]).toEqual([20000, 'ok'])
    const loaded = await ask('GET', `${find}?id=${made.data.id ?? made.data._id}`)
    for (const part of parts) expect([made.text, loaded.text]).toEqual([expect.stringContaining(part), made.text])
  })

  it('says where reading the message would change it', async () => {
    const [part = ''] = parts
    const doubled = part.replace('"type":"string"', '"type":"string","type":"null"')
    expect(await save([doubled])).toMatchObject({
      code: 40000,
      message: expect.stringMatching(/The name type comes twice: .* \(at \S+\/properties\/__proto__\/type\)$/),
    })
  })
})

it('a constant for a port of any name is kept', async () => {
  const block = await ask('POST', '/components', `{"name":${JSON.stringify(freshName('Block'))}}`)
  const instances = `"instances":[{"name":"one","instanceOf":"${block.data._id}","values":{"__proto__":{"a":1},"b":2}}]`
  const made = await ask('POST', '/components', `{"name":${JSON.stringify(freshName('Outer'))},${instances}}`)
  expect(made.text).toContain(instances)
})
