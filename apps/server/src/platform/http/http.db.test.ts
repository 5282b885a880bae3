import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { apiRoot, calls, codes, texts, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'

let app: TestApp
let webFolder: string
let manager: TestUser
let token: string

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'millrace-web-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Millrace</title>')
  writeFileSync(join(webFolder, 'assets', 'main-abc.js'), 'export {}\n'.repeat(1000))
  writeFileSync(join(webFolder, 'assets', 'page-def.js'), 'export {}\n'.repeat(1000))
  writeFileSync(join(webFolder, 'assets', 'page-def.js.br'), brotliCompressSync('export {}\n// made by the build\n'))
  writeFileSync(join(webFolder, 'assets', 'page-def.js.gz'), gzipSync('export {}\n// made by the build\n'))
  writeFileSync(join(webFolder, 'logo.svg'), '<svg/>')
  app = await startTestApp({ webFolder, worker: false })
  manager = await makeUser(app.db, { role: 'manager' })
  token = await app.tokenOf(manager)
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true, force: true })
})

const get = (path: string, init?: RequestInit) => fetch(`${app.url}${path}`, init)
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${apiRoot}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('the envelope', () => {
  it('API-001/api API-004/api API-005/api answers code 20000, message ok and the data below the API root', async () => {
    const response = await get('/api/importer/v1/brands/list', { headers: { 'X-Token': await app.tokenOf(manager) } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ code: 20000, message: 'ok', data: [] })
  })

  it('API-002/api takes the token from the X-Token header and from nowhere else', async () => {
    const token = await app.tokenOf(manager)
    expect(await app.call('GET /brands/list', { as: manager })).toMatchObject({ code: codes.ok })
    const bearer = await get(`${apiRoot}/brands/list?token=${token}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await bearer.json()).toEqual({ code: codes.noToken, message: texts.loggedOut, data: null })
    expect(bearer.status).toBe(401)
  })

  it('ERR-022/api below the API root also what does not exist is an envelope', async () => {
    for (const path of ['', '/', '/nothing', '/users/login/more', '/brands']) {
      const response = await get(`${apiRoot}${path}`)
      expect(response.status, path).toBe(404)
      expect(await response.json()).toEqual({ code: codes.notFound, message: 'Document not found', data: null })
    }
  })

  it('gives each answer an id, and names it nowhere else', async () => {
    const first = await get(`${apiRoot}/brands/list`)
    const second = await get('/healthz', { headers: { 'x-request-id': 'chosen by the client' } })
    expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(first.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a refusal while the body still comes', () => {
  /** Sends all of a message as large as an upload before it reads, as simple clients do. @returns the answer's text */
  async function sendThenRead(path: string, headers: Record<string, string>): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause()
    const size = 19 * 1024 ** 2
    const head = Object.entries({ host: 'x', 'content-type': 'application/json', 'content-length': size, ...headers })
    const lines = [`POST ${apiRoot}${path} HTTP/1.1`, ...head.map(([name, value]) => `${name}: ${value}`), '', '']
    socket.write(lines.join('\r\n'))
    let answer = ''
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write('x'.repeat(size), () => resolve())
      })
      for await (const piece of socket) {
        answer += piece
        if (/"data":\w+\}/.test(answer)) break
      }
      return answer
    } finally {
      socket.destroy()
    }
  }

  it.each<[string, string, () => Record<string, string>, number]>([
    [
      'of an upload without a session',
      '/uploads',
      () => ({ 'content-type': 'multipart/form-data; boundary=x' }),
      50008,
    ],
    ['of a message without a session', '/schemas', () => ({}), 50008],
    ['of a message that is too large', '/schemas', () => ({ [tokenHeader]: token }), 41300],
    ['of a message of another type', '/schemas', () => ({ [tokenHeader]: token, 'content-type': 'x/y' }), 40000],
    ['of an address that is none', '/none', () => ({ 'content-type': 'x/y' }), 40400],
  ])('is read by the client: %s', async (_what, path, headers, code) => {
    expect(await sendThenRead(path, headers())).toContain(`"code":${code}`)
  })
})

describe('bad input', () => {
  const logIn = (body: unknown) => app.call('POST /users/login', { raw: body })

  it('names absent fields and fields of the wrong type', async () => {
    expect(await logIn({})).toMatchObject({
      code: 40000,
      status: 400,
      message: 'Missing field(s) : username, password',
    })
    expect(await logIn({ username: 5, password: 'x' })).toMatchObject({ message: 'Missing field(s) : username' })
    expect(await logIn(undefined)).toMatchObject({ message: 'Missing field(s) : username, password' })
    expect(await logIn([])).toMatchObject({ message: 'Missing field(s) : body' })
    const query = await app.call('GET /uploads/last', { as: manager, query: { pipelineId: 'x' } })
    expect(query).toMatchObject({ code: 40000, message: 'Missing field(s) : dataSubKind' })
    const list = await app.call('GET /uploads/status', { as: manager, query: { ids: ' , ' } })
    expect(list).toMatchObject({ code: 40000, message: 'Missing field(s) : ids' })
  })

  it('is a 40000 envelope also when it is no JSON, of another type, or hostile', async () => {
    const malformed = await post('/users/login', '{"username": ')
    expect(await malformed.json()).toEqual({ code: 40000, message: 'The request is not valid JSON.', data: null })
    expect(malformed.status).toBe(400)
    const xml = await post('/users/login', '<a/>', { 'content-type': 'text/xml' })
    expect(await xml.json()).toMatchObject({ code: 40000, message: 'The request must be JSON.' })
    const poisoned = await post('/users/login', '{"__proto__": {"username": "x"}, "password": "y"}')
    expect(await poisoned.json()).toMatchObject({ code: 40000 })
  })

  it('of an address that is none is refused in an envelope', async () => {
    const response = await get(`${apiRoot}/brands/%zz`)
    expect(await response.json()).toEqual({ code: 40000, message: 'The request cannot be read.', data: null })
  })

  it('is 41300 when the message is too large', async () => {
    const response = await post('/users/login', JSON.stringify({ username: 'x'.repeat(6_000_000), password: 'y' }))
    expect(await response.json()).toEqual({ code: 41300, message: 'The request is too large.', data: null })
    expect(response.status).toBe(413)
  })

  it('of a call without message is ignored, even an empty one that says it is JSON', async () => {
    const someone = await makeUser(app.db)
    const response = await post('/users/logout', '', { 'X-Token': await app.tokenOf(someone) })
    expect(await response.json()).toEqual({ code: 20000, message: 'ok', data: null })
  })
})

describe('an unexpected fault', () => {
  it('stays private: the answer says only that it happened', async () => {
    const someone = await makeUser(app.db)
    await app.tokenOf(someone)
    // A table that vanished stands for any fault nobody thought of.
    await app.db.schema.alterTable('brands').renameTo('brands_away').execute()
    const answer = await app.call('GET /brands/list', { as: someone })
    await app.db.schema.alterTable('brands_away').renameTo('brands').execute()
    expect(answer).toMatchObject({ status: 500, code: 50000, message: 'Something unexpected happened.', data: null })
    expect(JSON.stringify(answer)).not.toContain('relation')
  })
})

describe('the app', () => {
  it('answers every unknown path that is not the API, and is asked for anew each time', async () => {
    for (const path of ['/', '/login', '/create-password?t=1&un=a.b', '/manage/users']) {
      const response = await get(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('<title>Millrace</title>')
    }
  })

  it('keeps hashed assets for a year, packed, and other files briefly', async () => {
    const asset = await get('/assets/main-abc.js', { headers: { 'accept-encoding': 'br' } })
    expect(asset.status).toBe(200)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect((await get('/logo.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  it.each(['br', 'gzip'])('sends the copy that the build has compressed: %s', async (encoding) => {
    const asset = await get('/assets/page-def.js', { headers: { 'accept-encoding': encoding } })
    expect(asset.status).toBe(200)
    expect(asset.headers.get('content-encoding')).toBe(encoding)
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    expect(await asset.text()).toBe('export {}\n// made by the build\n')
    const plain = await get('/assets/page-def.js', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe('export {}\n'.repeat(1000))
  })

  it('answers a missing asset with 404 and never with HTML', async () => {
    for (const path of ['/assets/main-old.js', '/assets/', '/favicon.ico', '/assets/..%2f..%2fetc/passwd.txt']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
    }
  })

  it('may load script from its own origin only', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
  })
})

describe('documents and figures', () => {
  it('describes every call in an OpenAPI document made from the contract', async () => {
    const document = (await (await get(`${apiRoot}/openapi.json`)).json()) as { openapi: string; paths: object }
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(Object.keys(calls).sort())
    expect(await (await get(`${apiRoot}/docs/json`)).json()).toEqual(document)
    expect(await (await get(`${apiRoot}/docs/yaml`)).text()).toMatch(/^openapi: 3\.1\.0$/m)
  })

  it('has a page to browse it, without any inline script', async () => {
    const response = await get(`${apiRoot}/docs/`)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)</g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, content] of scripts) {
      expect(content?.trim()).toBe('')
      const source = /src="([^"]+)"/.exec(attributes ?? '')?.[1] ?? ''
      expect((await get(new URL(source, `http://x${apiRoot}/docs/`).pathname)).status).toBe(200)
    }
  })

  it('says that it is alive, ready, and how it fares', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true })
    expect(await (await get('/readyz')).json()).toEqual({ ok: true, problems: [] })
    await app.call('GET /brands/list', { as: manager })
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toMatch(/millrace_call_seconds_count\{call="GET \/brands\/list",code="20000"\} \d+/)
    expect(metrics).toMatch(/millrace_files_free_bytes \d/)
  })
})
