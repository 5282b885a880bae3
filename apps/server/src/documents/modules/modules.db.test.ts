import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { listOfSchema, type ModuleInput } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeBadge, makeUser, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'
import { packedModules } from './module-for-test.ts'
import { scratchFolder, startModuleWorkers } from './modules.jobs.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof makeUserOfEachRole>>
const packed = packedModules()
/** Tarballs by name@version: what npm is told to install in place of them. */
const specs = new Map<string, string>()
const publish = (name: string, version: string, code: string, more: Record<string, unknown> = {}) =>
  specs.set(`${name}@${version}`, packed.pack(name, version, { 'index.js': code }, more))

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
  mkdirSync(path.join(scratchFolder(app.platform.settings.dataFolder), '999999999-left'), { recursive: true })
  await startModuleWorkers(app.platform, ({ name, version }) => specs.get(`${name}@${version}`))
})
afterAll(async () => {
  await app.close()
  packed.remove()
})

const input = (name: string, more: Partial<ModuleInput> = {}): ModuleInput => ({
  name,
  version: '1.0.0',
  download: true,
  tags: [],
  ...more,
})
/** The service as the super-admin uses it. */
const modules = {
  create: (of: ModuleInput) => app.services.modules.create(people['super-admin'], of),
  update: (of: ModuleInput & { _id: string }) => app.services.modules.update(people['super-admin'], of),
  remove: (id: string) => app.services.modules.remove(people['super-admin'], id),
  install: (id: string) => app.services.modules.install(people['super-admin'], id),
}
/** The module once its installation has ended. */
async function ended(id: string) {
  await expect
    .poll(async () => (await app.services.modules.find(id))?.state, { timeout: 150_000, interval: 100 })
    .toMatch(/ready|failed/)
  return app.services.modules.find(id)
}
async function installed(name: string, more: Partial<ModuleInput> = {}) {
  const { _id } = await modules.create(input(name, more))
  return (await ended(_id)) ?? expect.fail('the module is gone')
}

describe('allowed modules', () => {
  it('MOD-004/api lists them by name and version, those supplied with the product first of all ready', async () => {
    const made = await modules.create(input(' listed-only ', { version: ' 1.2.3 ', download: false }))
    expect(made).toEqual({
      _id: expect.any(String),
      name: 'listed-only',
      version: '1.2.3',
      download: false,
      builtin: false,
      tags: [],
      state: 'listed',
      reason: null,
    })
    const { data } = await app.call('GET /allowed-modules', { as: people['super-admin'] })
    expect(data).toContainEqual(made)
    expect(data).toContainEqual(expect.objectContaining({ name: 'dayjs', builtin: true, state: 'ready' }))
    expect(data).toContainEqual(expect.objectContaining({ name: 'lodash', builtin: true, state: 'ready' }))
    const names = data?.map((module) => module.name) ?? []
    expect(names).toEqual(names.toSorted())
    for (const version of ['10.0.0', '9.0.0', '2.0.0'])
      await modules.create(input('ordered', { version, download: false }))
    const all = await app.services.modules.list(people['super-admin'])
    const versions = all.filter(({ name }) => name === 'ordered').map(({ version }) => version)
    expect(versions).toEqual(['2.0.0', '9.0.0', '10.0.0'])
  })

  it.each([
    [{ name: ' ' }, 40000, 'Please input name'],
    [{ version: ' ' }, 40000, 'Please input version'],
    [{ version: '^1.0.0' }, 40000, 'The version must be exact, such as 1.2.3'],
    [{ version: 'latest' }, 40000, 'The version must be exact, such as 1.2.3'],
    [{ name: '../../etc' }, 40000, 'The name is not one of a package'],
    [{ name: '--registry=http://evil.example' }, 40000, 'The name is not one of a package'],
    [{ tags: ['none'] }, 40000, 'Unknown tag'],
    [{ name: 'dayjs', version: '1.11.23' }, 40900, 'This module already exists'],
  ])('MOD-005/api refuses %o', async (more, code, message) => {
    await expect(modules.create(input('some', { download: false, ...more }))).rejects.toMatchObject({ code, message })
  })

  it('MOD-004/api keeps name and version unique, and built-in ones as they are', async () => {
    const one = await modules.create(input('twice', { download: false }))
    const other = await modules.create(input('twice', { download: false, version: '2.0.0' }))
    const taken = { code: 40900, message: 'This module already exists' }
    await expect(modules.create(input('twice', { download: false }))).rejects.toMatchObject(taken)
    await expect(modules.update({ ...other, version: '1.0.0' })).rejects.toMatchObject(taken)
    expect(await modules.remove(one._id)).toEqual({ deleted: one._id })
    expect(await modules.update({ ...other, version: '1.0.0' })).toMatchObject({ _id: other._id, version: '1.0.0' })
    for (const work of [
      () => modules.remove('builtin:dayjs'),
      () => modules.install('builtin:dayjs'),
      () => modules.update({ _id: 'builtin:dayjs', ...input('dayjs') }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 40300 })
    }
    await expect(modules.remove('none')).rejects.toMatchObject({ code: 40400 })
    await expect(modules.install(other._id)).rejects.toMatchObject({ code: 40000 })
    const audited = await app.db.selectFrom('audit').select('action').where('object_id', '=', other._id).execute()
    expect(audited.map((row) => row.action).toSorted()).toEqual(['create', 'save'])
  })
})

describe('modules in use', () => {
  const ready = async (name: string, version: string) => {
    const { _id } = await modules.create(input(name, { version, download: false }))
    await app.db.updateTable('modules').set({ state: 'ready', code: 'x' }).where('id', '=', _id).execute()
    return { ...input(name, { version, download: false }), _id }
  }
  const component = (name: string, jsCode: string) =>
    app.services.components.save(people.manager, { name, kind: 'instruction', jsCode })
  const usedBy = (names: string) => ({ code: 40900, message: `Document is used by ${names}` })

  it.each([
    ['the name alone', "require('needed')", [true, false]],
    ['a version', "require('needed@2.0.0')", [false, true]],
    ['another module', "require('needed-not')", [false, false]],
    ['the name without requiring it', '// needed', [false, false]],
  ])('MOD-007/api keeps what code requires by %s', async (how, code, [first, second]) => {
    await app.db.deleteFrom('modules').where('name', '=', 'needed').execute()
    const rows = [await ready('needed', '1.0.0'), await ready('needed', '2.0.0')]
    const { _id } = await component(`By ${how}`, code)
    for (const [row, isUsed] of [[rows[1], second] as const, [rows[0], first] as const]) {
      if (row === undefined) continue
      const refused = usedBy(`By ${how}`)
      if (isUsed) await expect(modules.update({ ...row, version: '3.0.0' })).rejects.toMatchObject(refused)
      // The badges and the download of a module in use may change.
      expect(await modules.update(row)).toMatchObject({ _id: row._id })
      if (isUsed) await expect(modules.remove(row._id)).rejects.toMatchObject(refused)
      else expect(await modules.remove(row._id)).toEqual({ deleted: row._id })
    }
    await app.services.versions.deleteDocument(people.manager, 'component', _id)
  })

  it('MOD-007/api sees what the code of a link requires', async () => {
    const row = await ready('linked', '1.0.0')
    await app.services.components.save(people.manager, {
      name: 'Links',
      kind: 'workflow',
      inputs: [{ name: 'a', inputSchema: {} }],
      outputs: [{ name: 'b', outputSchema: {} }],
      links: [
        {
          ...{ name: 'l', fromInstance: '', fromPort: 'a', toInstance: '', toPort: 'b' },
          jsCode: "ctx.output = require('linked')(ctx.input)",
        },
      ],
    })
    await expect(modules.remove(row._id)).rejects.toMatchObject(usedBy('Links'))
  })
})

// Each installation starts npm, esbuild and a runner.
describe('installing', { timeout: 180_000 }, () => {
  it('S9 fetches the exact version with its hash, runs no script, and loads it in the sandbox', async () => {
    const mark = path.join(app.platform.settings.dataFolder, 'script-ran')
    publish('greeter', '1.0.0', 'module.exports = (name) => `hello ${name}`', {
      scripts: Object.fromEntries(['preinstall', 'install', 'postinstall'].map((name) => [name, `touch ${mark}`])),
    })
    const { _id, state } = await modules.create(input('greeter'))
    expect(state).toBe('installing')
    expect(await ended(_id)).toMatchObject({ state: 'ready', reason: null })
    expect(existsSync(mark)).toBe(false)
    const row = await app.db.selectFrom('modules').selectAll().where('id', '=', _id).executeTakeFirst()
    expect(row?.integrity).toMatch(/^sha512-/)
    expect(row?.code).toContain('hello')
    expect(readdirSync(scratchFolder(app.platform.settings.dataFolder))).toEqual([])
    expect(await modules.install(_id)).toMatchObject({ state: 'ready' })
  })

  it.each([
    ['needs-fs', "module.exports = require('fs')", "It needs 'fs' of Node, which the sandbox does not have"],
    ['breaks', "throw new Error('not here')", /^It cannot be loaded in the sandbox: .*not here/],
    ['loops', 'for (;;) {}', 'It takes too long to load in the sandbox'],
    ['uses-process', 'module.exports = process.version', /^It cannot be loaded in the sandbox: .*process/],
  ])('says why %s cannot be used', async (name, code, reason) => {
    publish(name, '1.0.0', code)
    expect(await installed(name)).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) })
  })

  it('S9 takes no other version, and no other content than before', async () => {
    publish('honest', '1.0.1', 'module.exports = 1')
    specs.set('honest@1.0.0', specs.get('honest@1.0.1') ?? '')
    expect(await installed('honest')).toMatchObject({ state: 'failed', reason: 'npm fetched version 1.0.1' })
    publish('changing', '1.0.0', 'module.exports = 1')
    const { _id } = await installed('changing')
    publish('changing', '1.0.0', 'module.exports = 2')
    await app.db.updateTable('modules').set({ state: 'failed' }).where('id', '=', _id).execute()
    expect(await modules.install(_id)).toMatchObject({ state: 'installing', reason: null })
    expect(await ended(_id)).toMatchObject({
      state: 'failed',
      reason: 'The registry answers with another content than before',
    })
  })

  it('takes up again what a killed server left, and what became another module meanwhile', async () => {
    publish('left', '1.0.0', 'module.exports = 1')
    await app.db
      .insertInto('modules')
      .values({ id: 'left', name: 'left', version: '1.0.0', download: true, state: 'installing' })
      .execute()
    await startModuleWorkers(app.platform, ({ name, version }) => specs.get(`${name}@${version}`))
    expect(await ended('left')).toMatchObject({ state: 'ready' })
    publish('before', '1.0.0', 'module.exports = 1')
    publish('after', '1.0.0', 'module.exports = 2')
    const { _id } = await modules.create(input('before'))
    expect(await modules.update({ _id, ...input('after') })).toMatchObject({ name: 'after', state: 'installing' })
    expect(await ended(_id)).toMatchObject({ name: 'after', state: 'ready' })
    const row = await app.db.selectFrom('modules').select('code').where('id', '=', _id).executeTakeFirst()
    expect(row?.code).toContain('2')
  })

  it('S9 comes from the registry that npm is configured with', async ({ skip }) => {
    const made = await installed('is-odd', { version: '3.0.1' })
    if (made.state === 'failed' && /could not fetch|ENOTFOUND|ECONN|network/i.test(made.reason ?? '')) {
      skip(`no registry can be reached: ${made.reason}`)
    }
    expect(made).toMatchObject({ state: 'ready', reason: null })
    const never = await installed('is-odd', { version: '999.0.0' })
    expect(never).toMatchObject({ state: 'failed', reason: 'The registry has no such version' })
  })
})

describe('using modules in code', { timeout: 180_000 }, () => {
  let schema: string
  beforeAll(async () => {
    const { _id } = await app.services.schemas.save(people.manager, { name: 'Row', jsonSchema: { type: 'object' } })
    schema = _id
  })
  let count = 0
  const run = async (jsCode: string, as: TestUser = people.manager) => {
    const { _id } = await app.services.components.save(people.manager, {
      name: `Uses ${++count}`,
      kind: 'instruction',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(schema) }],
      outputs: [{ name: 'out', outputSchema: listOfSchema(schema) }],
      jsCode,
    })
    const body = { payload: { rows: [] }, rt_context: {} }
    const { code, message, data } = await app.call('POST /components/{id}/execute', { as, params: { id: _id }, body })
    return { id: _id, answer: code === 20000 ? data?.output : `${code} ${message}` }
  }
  const required = (name: string) => `ctx.output.out = [require('${name}')]`

  it('MOD-007/api gives code the ready modules it names, the one listed first unless a version is named', async () => {
    publish('versions', '2.0.0', 'module.exports = { v: 2 }')
    publish('versions', '10.0.0', 'module.exports = { v: 10 }')
    // Listed first, but never ready.
    await modules.create(input('versions', { version: '1.0.0', download: false }))
    await installed('versions', { version: '2.0.0' })
    const newer = await installed('versions', { version: '10.0.0' })
    expect((await run(required('versions'))).answer).toEqual({ out: [{ v: 2 }] })
    const user = await run(required('versions@10.0.0'))
    expect(user.answer).toEqual({ out: [{ v: 10 }] })
    expect((await run(required('versions@3.0.0'))).answer).toBe('40000 Module versions@3.0.0 is not allowed')
    expect((await run(required('listed-only'))).answer).toBe('40000 Module listed-only is not allowed')
    await app.services.versions.deleteDocument(people.manager, 'component', user.id)
    await modules.remove(newer._id)
    expect((await run(required('versions@10.0.0'))).answer).toBe('40000 Module versions@10.0.0 is not allowed')
    const built = await run(`ctx.output.out = [{ day: require('dayjs')('2024-05-31').format('DD.MM.YYYY') }]`)
    expect(built.answer).toEqual({ out: [{ day: '31.05.2024' }] })
  })

  it('MOD-007/api asks the person who tests for one of its tags; locking and imports ask nobody', async () => {
    const badge = await makeBadge(app.db)
    publish('tagged', '1.0.0', 'module.exports = { ok: true }')
    await installed('tagged', { tags: [badge] })
    const holder = await makeUser(app.db, { role: 'manager', badges: [badge] })
    const refused = await run(required('tagged'))
    expect(refused.answer).toBe('40000 Module tagged is not allowed')
    expect((await run(required('tagged'), holder)).answer).toEqual({ out: [{ ok: true }] })
    expect((await run(required('tagged'), people['super-admin'])).answer).toEqual({ out: [{ ok: true }] })
    expect(await app.services.modules.resolver(null)('tagged')).toMatchObject({ name: 'tagged', version: '1.0.0' })
    const gone = await run(required('gone'))
    const lock = (id: string) => app.services.versions.lock(people.manager, 'component', { id, force: true })
    await expect(lock(gone.id)).rejects.toMatchObject({ code: 40000, message: 'Module gone is not allowed' })
    await expect(lock(refused.id)).resolves.toMatchObject({ vLocked: true })
  })
})
