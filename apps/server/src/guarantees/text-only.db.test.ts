import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoot, type CallName, calls, type CallSpec, policy, roles, normalizeName } from '@millrace/contract'
import { readContent } from '@millrace/engine/formats/test-support/read-for-test'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { messages } from '../test-support/call-messages.ts'
import { makeMatrixWorld, type MatrixWorld } from '../test-support/matrix-world.ts'

// Hundreds of calls each, on a machine that others may share.
vi.setConfig({ testTimeout: 300_000 })

let app: TestApp
let world: MatrixWorld
let webFolder: string
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'millrace-web-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Millrace</title>')
  writeFileSync(join(webFolder, 'assets', 'main-abc.js'), 'export {}\n')
  writeFileSync(join(webFolder, 'logo.svg'), '<svg/>')
  app = await startTestApp({ webFolder, worker: false })
  world = await makeMatrixWorld(app)
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true, force: true })
})

/** What keeps a browser from running anything of an answer. */
function expectHarmless(response: Response, what: string): void {
  const policyOf = response.headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policyOf.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(directives.get('script-src'), what).toBe("'self'")
  expect(directives.get('default-src'), what).toBe("'self'")
  expect(directives.get('object-src'), what).toBe("'none'")
  expect(directives.get('base-uri'), what).toBe("'self'")
  expect(directives.get('frame-ancestors'), what).toBe("'none'")
  expect(directives.get('script-src-attr') ?? "'none'", what).toBe("'none'")
  expect(response.headers.get('x-content-type-options'), what).toBe('nosniff')
}

/** Markup as people might store it. The list grows. */
const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  'x\u2028<script>alert(1)</script>',
  '<!--<script>',
  ']]><script>alert(1)</script>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
]

describe('S10 answers', () => {
  it('S10 of every call are JSON or a download, and no browser runs anything in them', async () => {
    for (const [call, spec] of Object.entries(calls) as [CallName, CallSpec][]) {
      const objects = await world.objects('own')
      const allowed = roles
        .toReversed()
        .find((role) => policy[call].roles !== 'public' && policy[call].roles.includes(role))
      const callers = [null, ...(allowed === undefined ? [] : [await world.makeCaller(allowed)])]
      for (const as of callers) {
        const response = await app.fetchCall(call, { as, ...messages[call](objects) })
        await response.arrayBuffer()
        expectHarmless(response, call)
        const type = response.headers.get('content-type') ?? ''
        if (spec.file && response.ok) expect(response.headers.get('content-disposition'), call).toMatch(/^attachment;/)
        else expect(type, call).toMatch(/^application\/json(;|$)/)
        expect(type, call).not.toMatch(/html|svg|xml/)
        expect(response.headers.get('cache-control'), call).toContain('no-store')
      }
    }
  })

  const addresses = [
    '/',
    '/manage/users',
    '/assets/main-abc.js',
    '/logo.svg',
    '/assets/gone.js',
    '/healthz',
    '/readyz',
    '/metrics',
    apiRoot,
    `${apiRoot}/none`,
    `${apiRoot}/openapi.json`,
    `${apiRoot}/docs/`,
    '/%zz',
    '/..%2f..%2fetc%2fpasswd',
  ]
  it.each(addresses)('S10 of %s, too', async (path) => {
    const response = await fetch(`${app.url}${path}`)
    await response.arrayBuffer()
    expectHarmless(response, path)
  })

  it('S10 markup in an address, a query or a header comes back in no page', async () => {
    for (const text of markup) {
      for (const path of [
        `/${encodeURIComponent(text)}`,
        `/assets/${encodeURIComponent(text)}.js`,
        `${apiRoot}/${encodeURIComponent(text)}`,
        `/login?redirect=${encodeURIComponent(text)}`,
        `${apiRoot}/docs/${encodeURIComponent(text)}`,
        `${apiRoot}/folders/tree?kind=${encodeURIComponent(text)}`,
      ]) {
        const response = await fetch(`${app.url}${path}`, { headers: { 'X-Token': encodeURIComponent(text) } })
        const body = await response.text()
        expectHarmless(response, path)
        if (response.headers.get('content-type')?.startsWith('application/json')) continue
        expect(body, path).not.toContain(text)
      }
    }
  })

  it('S10 markup that was stored comes back as the same text in JSON', async () => {
    // Names are one line: what ends a line is stored as a space.
    for (const text of markup) {
      const made = await app.call('POST /tags', { as: world.sam, body: { name: text, type: 'project' } })
      expect([text, made.code]).toEqual([text, 20000])
      const folder = await app.call('POST /folders', {
        as: world.sam,
        body: { name: text, kind: 'schema', parent: null },
      })
      expect([text, folder.code]).toEqual([text, 20000])
    }
    const tags = await app.fetchCall('GET /tags/list', { as: world.sam })
    expectHarmless(tags, 'tags')
    const { data } = (await tags.json()) as { data: { project: { name: string }[] } }
    expect(data.project.map(({ name }) => name)).toEqual(expect.arrayContaining(markup.map(normalizeName)))
    const tree = await app.call('GET /folders/tree', { as: world.sam, query: { kind: 'schema' } })
    const labels = tree.data.flatMap((root) => (root.children ?? []).map(({ label }) => label))
    expect(labels).toEqual(expect.arrayContaining(markup.map(normalizeName)))
  })
})

/** Names that would be more than a file where they are unpacked or saved. The list grows. */
const fileNames = [
  '../../etc/passwd',
  '..\\..\\windows\\system.ini',
  '/etc/passwd',
  'C:\\temp\\x.csv',
  '\\\\host\\share\\x.csv',
  '..',
  '.',
  '...',
  'a/b/c.csv',
  'x.html',
  'x.svg',
  'x.csv.html',
  'x.xhtml',
  '<script>alert(1)</script>.csv',
  '"; filename="evil.exe',
  'a\r\nSet-Cookie: x=1.csv',
  'a\u0000b.csv',
  'a\u202egnp.exe',
  'naïve Größe.csv',
  '%2e%2e%2fx.csv',
  '😀.csv',
  '*.csv',
  'a|b?.csv',
  ' ',
  'x'.repeat(255),
]

/** PostgreSQL stores no NUL. */
const savable = fileNames.filter((name) => !name.includes('\u0000'))

describe('S10 downloads', () => {
  const named = async (name: string, uploadId: string) => {
    await app.db.updateTable('uploads').set({ original_filename: name }).where('id', '=', uploadId).execute()
    return app.fetchCall('POST /uploads/export', { as: world.sam, body: { uploadIds: [uploadId] } })
  }

  it.each(savable)('S10 under the name %j are saved, never shown', async (name) => {
    const { uploadId } = await world.objects('own')
    const response = await named(name, uploadId)
    expect(response.status).toBe(200)
    expectHarmless(response, name)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-type')).not.toMatch(/html|svg|script/)
    const disposition = response.headers.get('content-disposition') ?? ''
    // One plain name in quotes, and the exact one in nothing but escapes.
    expect(disposition).toMatch(/^attachment; filename="[^"\\/\r\n]*"(; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*)?$/)
    expect(await response.text()).toBe('key,name\n')
  })

  it('S10 several at once are an archive of plain names', async () => {
    const { uploadId } = await world.objects('own')
    const row = await app.db.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirstOrThrow()
    const uploadIds: string[] = []
    for (const [n, name] of savable.entries()) {
      const id = `${uploadId}-${n}`
      const { detected: _d, counts: _c, groups: _g, rejected_index: _r, ...columns } = row
      await app.db
        .insertInto('uploads')
        .values({ ...columns, id, original_filename: name })
        .execute()
      uploadIds.push(id)
    }
    const response = await app.fetchCall('POST /uploads/export', { as: world.sam, body: { uploadIds } })
    expectHarmless(response, 'export.zip')
    const entries = Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))
    expect(entries).toHaveLength(uploadIds.length)
    for (const entry of entries) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(entry).not.toMatch(/[\u0000-\u001f<>:"|?*/\\]|^\.+$|^\s*$/)
    }
    expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(entries.length)
  })
})

/** Texts a spreadsheet would run. The list grows; cells of files that people sent are tried in the engine. */
const formulas = [
  '=HYPERLINK("http://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '+1+cmd|x',
  '-2+3+cmd|x',
  '@SUM(1+1)*cmd|x',
  '=1+1',
  '\uff1d1+1',
  '=IMPORTXML("http://evil.example","//a")',
]

describe('S10 tables for people', () => {
  it.each(['csv', 'xlsx'] as const)('S10 the audit as %s has no cell that a spreadsheet would run', async (format) => {
    for (const name of formulas) {
      for (const text of [`${name} ${format}`, `a;${name} ${format}`])
        await app.call('POST /tags', { as: world.sam, body: { name: text, type: 'project' } })
    }
    const response = await app.fetchCall('POST /audit/export', { as: world.sam, body: { format } })
    expectHarmless(response, 'the audit')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    const { records } = await readContent(Buffer.from(await response.arrayBuffer()), {
      kind: format === 'xlsx' ? 'excel' : 'csv',
    })
    const cells = records.flatMap((record) => Object.values(record).map(String))
    if (format === 'csv') for (const name of formulas) expect(cells).toContain(`a;'${name} ${format}`)
    for (const name of formulas) expect(cells).toContain(`'${name} ${format}`)
    // A CSV that another reader splits at semicolons or tabs, taking quotes inside a line for text.
    expect(cells.filter((cell) => format === 'csv' && /[;\t\n][\s"]*[=+@\uff1d]/.test(cell))).toEqual([])
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([])
  })
})
