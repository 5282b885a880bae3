import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiRoot, isEnded, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testTimeouts } from '../../guarantees/figures.ts'
import { keepUploading } from '../../guarantees/keep-uploading.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { type ProductProcess, startProcess } from '../../test-support/product-process.ts'
import { commandLineProgram } from '../../test-support/programs.ts'
import { sha256, until } from '../../work/imports/imports.fixtures.ts'
import { callServer } from './client.ts'

vi.setConfig(testTimeouts)

const folder = mkdtempSync(join(tmpdir(), 'millrace-backup-'))
const [dataFolder, copy, restored] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'restored')]
const bikes = readFileSync(fileURLToPath(new URL('../../../demo/files/bikes-master-en.csv', import.meta.url)), 'utf8')
const french = readFileSync(fileURLToPath(new URL('../../../demo/files/bikes-fr-FR.csv', import.meta.url)), 'latin1')
const running = new Set<ProductProcess>()
afterAll(async () => {
  for (const each of running) await each.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function startProduct(data: string) {
  const product = await startProcess('serve', { dataFolder: data }, { MILLRACE_DEMO: '1' })
  running.add(product)
  const body = { username: 'marc.manager', password: 'Try-this-1now' }
  const signed = await callServer(product.url, 'POST /users/login', { body })
  if (!('token' in signed)) throw new Error('no token')
  const token = signed.token.value
  const { pipelines } = await callServer(product.url, 'GET /users/pipelines', {}, token)
  const idOf = (name: string) => pipelines.find((each) => each.name === name)?._id ?? ''
  return { product, url: product.url, token, idOf }
}
type Product = Awaited<ReturnType<typeof startProduct>>

function millrace(args: string[], env: Record<string, string>): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [commandLineProgram(), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (out += part))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

/** One import of the pipeline from its start to its end. */
async function importOnce({ url, token, idOf }: Product, name: string) {
  const pipelineId = idOf(name)
  const { importId } = await callServer(url, 'POST /imports', { body: { pipelineId, kind: 'immediate' } }, token)
  return until('the end of the import', async () => {
    const { imp } = await callServer(url, 'GET /imports/job', { query: { pipelineId } }, token)
    return imp?._id === importId && isEnded(imp.state) && imp
  })
}

async function send({ url, token, idOf }: Product, name: string, kind: string, text: string) {
  const form = new FormData()
  form.set('pipelineId', idOf(name))
  form.set(kind, new Blob([Buffer.from(text, 'latin1')]), `${kind}.csv`)
  const [sent] = await callServer(url, 'POST /uploads', { body: form }, token)
  return until('the validation', async () => {
    const [now] = await callServer(url, 'GET /uploads/status', { query: { ids: sent?._id ?? '' } }, token)
    return now !== undefined && now.status !== 'validating' && now
  })
}

/** The bytes of an upload, as a person downloads them. */
async function hashOf({ url, token }: Product, id: string): Promise<string> {
  const answer = await fetch(`${url}${apiRoot}/uploads/export`, {
    method: 'POST',
    headers: { [tokenHeader]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ uploadIds: [id] }),
  })
  return sha256(new Uint8Array(await answer.arrayBuffer()))
}

describe('a backup that is taken while people work', () => {
  /** What was answered before the backup began: SHA-256 by upload. */
  let before: Map<string, string>
  let completed: string
  let manifest: Manifest

  beforeAll(async () => {
    const on = await startProduct(dataFolder)
    await send(on, 'Bikes catalogue', 'catalogue', bikes)
    await send(on, 'Bikes catalogue fr-FR', 'local', french)
    completed = (await importOnce(on, 'Bikes catalogue fr-FR'))._id
    const uploading = keepUploading(on.url, {
      ...{ pipelineId: on.idOf('Bikes catalogue de-DE'), token: on.token, at: 2, kind: 'local' },
      content: (n) => `${bikes}${n},\n`,
    })
    let importing = true
    const imports = (async () => {
      while (importing) await importOnce(on, 'Bikes catalogue fr-FR')
    })()
    await until('some uploads', async () => uploading.answered.size >= 5)
    before = new Map(uploading.answered)
    const { code, out } = await millrace(['backup', copy], { MILLRACE_DATA: dataFolder })
    expect([code, out]).toEqual([0, expect.stringMatching(/holds database and files: \d+ files, \d+ MiB\./)])
    expect(out).toContain('whoever has this folder can read every password and token')
    const during = uploading.answered.size
    await until('an upload after the backup', async () => uploading.answered.size > during)
    await uploading.stop()
    importing = false
    await imports
    expect(uploading.faults).toEqual([])
    manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Manifest
    const { code: ended } = await on.product.terminate()
    expect(ended, on.product.output()).toBe(0)
  })

  it('leaves nothing of itself in the database, and holds all but what a start makes anew', async () => {
    const names = manifest.files.map(({ path }) => path)
    for (const name of ['secret.key', 'database/PG_VERSION', 'database/backup_label', 'database/global/pg_control']) {
      expect(names).toContain(name)
    }
    expect(names.filter((name) => /postmaster|pg_replslot\/|pgsql_tmp/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('database/pg_wal/')).length).toBeGreaterThan(0)
    expect(manifest.folders).toContain('database/pg_replslot')
  })

  it('refuses to restore over anything', async () => {
    mkdirSync(restored, { recursive: true })
    writeFileSync(join(restored, 'somebody.txt'), 'was here')
    const { code, out } = await millrace(['restore', copy], { MILLRACE_DATA: restored })
    expect([code, out]).toEqual([1, `The data folder ${restored} is not empty; name an empty folder or a new one.\n`])
    rmSync(restored, { recursive: true })
  })

  it.each(['database/PG_VERSION', 'manifest.json'])('refuses a backup of which a byte of %s changed', async (name) => {
    const path = join(copy, name)
    const was = readFileSync(path)
    appendFileSync(path, ' ')
    const { code, out } = await millrace(['restore', copy], { MILLRACE_DATA: restored })
    writeFileSync(path, was)
    expect([code, out]).toEqual([1, expect.stringMatching(/is not what was backed up|was changed/)])
    expect(existsSync(restored)).toBe(false)
  })

  it('refuses a backup that was cut short, and one for a server of one’s own', async () => {
    const sum = join(copy, 'manifest.sha256')
    const was = readFileSync(sum)
    rmSync(sum)
    const cut = await millrace(['restore', copy], { MILLRACE_DATA: restored })
    writeFileSync(sum, was)
    expect([cut.code, cut.out]).toEqual([1, `${copy} holds no complete backup: it was cut short, or never was one.\n`])
    const env = { MILLRACE_DATA: restored, DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:9/wares' }
    const other = await millrace(['restore', copy], env)
    expect([other.code, other.out]).toEqual([
      1,
      'This backup holds an embedded database; unset DATABASE_URL to restore it.\n',
    ])
  })

  it('restores into another folder: each upload that was answered before it, with its bytes; imports run', async () => {
    const { code, out } = await millrace(['restore', copy], { MILLRACE_DATA: restored })
    expect([code, out]).toEqual([0, expect.stringMatching(/holds database and files: .* Start Millrace\./)])
    const on = await startProduct(restored)
    expect(on.product.output()).not.toContain('Making the demo workspace')
    for (const [id, hash] of before) expect(await hashOf(on, id), id).toBe(hash)
    const lines = await callServer(on.url, 'GET /logs/jobs', { query: { id: completed } }, on.token)
    expect(lines.length).toBeGreaterThan(0)
    const again = await until('no import under way', async () => {
      const query = { pipelineId: on.idOf('Bikes catalogue fr-FR') }
      const { imp } = await callServer(on.url, 'GET /imports/job', { query }, on.token)
      return imp !== null && isEnded(imp.state) && importOnce(on, 'Bikes catalogue fr-FR')
    })
    expect([again.state, again.success], String(again.problem)).toEqual(['completed', true])
    expect((await on.product.terminate()).code).toBe(0)
  })
})

describe('a backup without its database', () => {
  it('says to dump it, and is refused where no database is named', async () => {
    const env = { MILLRACE_DATA: join(folder, 'own'), MILLRACE_SECRET: 'a secret of sixteen letters' }
    mkdirSync(join(folder, 'own', 'files', 'kept', 'aa'), { recursive: true })
    writeFileSync(join(folder, 'own', 'files', 'kept', 'aa', 'keyaa'), 'content')
    const to = join(folder, 'own-copy')
    const made = await millrace(['backup', to], { ...env, DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:9/wares' })
    expect(made.code).toBe(0)
    expect(made.out).toContain('dump that with pg_dump first')
    expect(made.out).toContain('keep the value of MILLRACE_SECRET')
    expect(readFileSync(join(to, 'files', 'kept', 'aa', 'keyaa'), 'utf8')).toBe('content')
    const back = await millrace(['restore', to], { ...env, MILLRACE_DATA: join(folder, 'own-restored') })
    expect([back.code, back.out]).toEqual([
      1,
      'This backup holds files without a database; restore your dump and set DATABASE_URL first.\n',
    ])
  })

  it('is not made in a folder that it backs up, nor of a folder without a database', async () => {
    const inside = await millrace(['backup', join(dataFolder, 'copy')], { MILLRACE_DATA: dataFolder })
    expect([inside.code, inside.out]).toEqual([1, expect.stringContaining(`lies in ${dataFolder}, which is backed up`)])
    const nothing = await millrace(['backup', join(folder, 'of-nothing')], { MILLRACE_DATA: join(folder, 'nothing') })
    expect([nothing.code, nothing.out]).toEqual([1, expect.stringContaining('There is no database in')])
  })
})
