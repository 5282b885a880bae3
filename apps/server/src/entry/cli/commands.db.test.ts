import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScheduledJob, Upload } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../../work/imports/imports.fixtures.ts'
import { testPassword } from '../../test-support/factories.ts'
import { createTestPlatform } from '../../test-support/platform.ts'
import { commandLineProgram } from '../../test-support/programs.ts'

// Each test starts many processes; a loaded machine takes its time for each.
vi.setConfig({ testTimeout: 240_000 })

let world: ImportWorld
let feed: Server
let home: string
beforeAll(async () => {
  feed = createServer((_, response) => response.end(csv(3)))
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  const allowedHosts = [`127.0.0.1:${(feed.address() as AddressInfo).port}`]
  world = await makeImportWorld({ platform: await createTestPlatform({ settings: { allowedHosts } }) })
  home = mkdtempSync(join(tmpdir(), 'millrace-commands-'))
  for (const role of ['manager', 'admin'] as const) {
    await millrace(['login', '--username', world.people[role].userName], { input: `${testPassword}\n`, as: role })
  }
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await world.close()
  feed.close()
})

type Ran = { code: number | null; out: string; err: string; bytes: Buffer }
/** The command, as a person types it, with a home folder of its own. */
function millrace(args: string[], { input = '', as = 'manager' } = {}): Promise<Ran> {
  const config = join(home, as)
  mkdirSync(config, { recursive: true })
  const child = spawn(process.execPath, [commandLineProgram(), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: config,
      XDG_CONFIG_HOME: config,
      MILLRACE_SERVER: world.url,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  let err = ''
  child.stdout.on('data', (data: Buffer) => out.push(data))
  child.stderr.on('data', (data) => (err += data))
  child.stdin.end(input)
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const bytes = Buffer.concat(out)
      resolve({ code, out: bytes.toString(), err, bytes })
    }),
  )
}
const file = (name: string, content: string): string => {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}
/** A pipeline with a valid upload. */
async function ready(options: Parameters<typeof makePipelines>[1] = {}, rows = 4) {
  const family = await makePipelines(world, options)
  await sendFile(world.people.manager, family.country._id, 'rows', csv(rows))
  return family.country
}
async function imported(pipelineId: string): Promise<string> {
  const body = { pipelineId, kind: 'immediate' as const }
  const { importId } = await world.people.manager.call('POST /imports', { body })
  await ended(world, importId)
  return importId
}

describe('millrace upload', () => {
  it('sends a file and waits for what is found in it', async () => {
    const { country } = await makePipelines(world)
    const good = ['upload', '--pipeline', country.name, '--source', `rows=${file('good.csv', csv(5))}`]
    const sent = await millrace(good)
    expect(sent).toMatchObject({ code: 0, err: '' })
    expect(sent.out).toMatch(/good\.csv \(rows\): validating, upload \w+/)
    const waited = await millrace([...good, '--wait'])
    expect(waited).toMatchObject({ code: 0, err: '' })
    expect(waited.out).toMatch(/good\.csv \(rows\): valid, 5 records: 5 valid, 0 rejected/)
  })

  it('prints the findings by cause and ends with 1 when a file is invalid', async () => {
    const { country } = await makePipelines(world)
    const bad = file('bad.csv', 'key,name,price\nk1,a,dear\nk2,b,cheap\nk3,c,1\n')
    const ran = await millrace(['upload', '--pipeline', country._id, '--source', bad, '--wait'])
    expect(ran).toMatchObject({ code: 1, err: 'Not valid: bad.csv\n' })
    expect(ran.out).toMatch(/bad\.csv \(rows\): invalid, 3 records: 1 valid, 2 rejected/)
    expect(ran.out).toMatch(/ {2}2 × .*price.*, first in row 1/)
    const json = await millrace(['upload', '--pipeline', country._id, '--source', bad, '--wait', '--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out) as Upload[]).toMatchObject([{ status: 'invalid', counts: { rejected: 2 } }])
  })

  it('has real-time sources fetched', async () => {
    const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/rows.csv`
    const source = manualSource('rows', { connectorType: 'real-time', config: { method: 'GET', url } })
    const { country } = await makePipelines(world, { sources: [source] })
    const ran = await millrace(['upload', '--pipeline', country.name, '--fetch', 'rows', '--wait'])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toMatch(/rows-\d{8}-\d{6}\.csv \(rows\): valid, 3 records/)
    const unknown = await millrace(['upload', '--pipeline', country.name, '--fetch', 'what'])
    expect(unknown).toMatchObject({ code: 1, err: 'Unknown data source what\n' })
    const nothing = await millrace(['upload', '--pipeline', country.name])
    expect(nothing).toMatchObject({ code: 1, err: 'Give a file with --source, or --fetch a source\n' })
  })
})

describe('millrace import --at and --every, millrace jobs', () => {
  it('plans, lists and deletes', async () => {
    const weekly = await ready()
    const planned = await millrace(['import', '--pipeline', weekly.name, '--every', 'weekly mon 03:00'])
    expect(planned).toMatchObject({ code: 0, err: '' })
    expect(planned.out).toMatch(/planned \(job \w+\): Every Monday at 03:00, times of Europe\/Paris/)
    expect(planned.out.match(/^ {2}\d{4}-\d\d-\d\d 03:00$/gm)).toHaveLength(3)
    const once = await ready()
    const at = await millrace(['import', '--pipeline', once.name, '--at', '2099-12-01 06:15'])
    expect(at).toMatchObject({ code: 0, err: '' })
    expect(at.out).toContain('On 2099-12-01 at 06:15')
    const again = await millrace(['import', '--pipeline', once.name, '--at', '2099-12-02 06:15'])
    expect(again).toMatchObject({ code: 1, err: 'There is already a planned import for this pipeline.\n' })
    const logs = await millrace(['logs', '--pipeline', once.name])
    expect(logs.err).toContain('is planned for 2099-12-01 06:15 (Europe/Paris), its log begins then')

    // An admin lists every job there is, a manager those of the pipelines one sees: the same here.
    for (const as of ['admin', 'manager']) {
      const { code, out } = await millrace(['jobs'], { as })
      expect(code).toBe(0)
      const lines = out.split('\n').filter((line) => line.includes('Country'))
      expect(lines).toHaveLength(2)
      expect(lines[0]).toMatch(new RegExp(`${weekly.name} .*Every Monday at 03:00 .* 03:00 +- `))
      expect(lines[1]).toMatch(/On 2099-12-01 at 06:15 +2099-12-01 06:15/)
    }
    const [job] = JSON.parse((await millrace(['jobs', '--pipeline', once.name, '--json'])).out) as ScheduledJob[]
    expect(job).toMatchObject({ kind: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '06:15' })
    const deleted = await millrace(['jobs', 'delete', job?._id ?? ''])
    expect(deleted).toMatchObject({ code: 0, err: '', out: `The job ${job?._id} was deleted.\n` })
    expect((await millrace(['jobs', '--pipeline', once.name])).out).toBe('Nothing is planned.\n')
    expect(await millrace(['jobs', 'delete', 'unknown'])).toMatchObject({ code: 1, err: 'Document not found\n' })
  })

  it('says how to write a time, and refuses what cannot be planned', async () => {
    const country = await ready()
    const odd = await millrace(['import', '--pipeline', country.name, '--every', 'daily 02:10'])
    expect(odd).toMatchObject({ code: 1, err: expect.stringContaining('quarter hour') })
    const past = await millrace(['import', '--pipeline', country.name, '--at', '2001-12-01 06:15'])
    expect(past).toMatchObject({ code: 1, err: 'The scheduled date is in the past\n' })
    const waiting = await millrace(['import', '--pipeline', country.name, '--at', '2099-12-01 06:15', '--wait'])
    expect(waiting).toMatchObject({ code: 1, err: expect.stringContaining('leave --wait out') })
  })
})

describe('millrace logs', () => {
  it('prints the log of an import, by its id or as the last of its pipeline', async () => {
    const country = await ready()
    const id = await imported(country._id)
    const byId = await millrace(['logs', id])
    expect(byId).toMatchObject({ code: 0, err: '' })
    expect(byId.out).toMatch(/begins[\s\S]*Reads rows\.csv[\s\S]*success Completed\n$/)
    expect((await millrace(['logs', '--pipeline', country.name])).out).toBe(byId.out)
    const lines = (await millrace(['logs', id, '--json'])).out.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(lines.map((_, i) => i + 1))
    const followed = await millrace(['logs', id, '--follow'])
    expect(followed).toMatchObject({ code: 0, err: '', out: byId.out })
  })

  it('follows a long log from its first line to its end, and the exit code tells how that was', async () => {
    // More lines than a first list holds.
    const jsCode = `for (let n = 0; n < 900; n++) { ctx.log.info('line ' + n); ctx.log.warn('line ' + n) }
      throw new Error('out of order')`
    const country = await ready({ component: { jsCode } })
    const body = { pipelineId: country._id, kind: 'immediate' as const }
    const { importId } = await world.people.manager.call('POST /imports', { body })
    const ran = await millrace(['logs', importId, '--follow', '--json'])
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(/^Not completed: Country \d+ failed: .*out of order/)
    const seqs = ran.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { seq: number }).seq)
    expect(seqs.length).toBeGreaterThan(1800)
    expect(seqs).toEqual(seqs.map((_, i) => i + 1))
  })

  it('prints and follows the log of an upload', async () => {
    const { country } = await makePipelines(world)
    const upload = await sendFile(world.people.manager, country._id, 'rows', 'key,name,price\nk1,a,dear\n')
    expect((await millrace(['logs', '--upload', upload._id])).out).toMatch(/Row 1.*price/)
    const followed = await millrace(['logs', '--upload', upload._id, '--follow'])
    expect(followed).toMatchObject({ code: 1, err: 'rows.csv did not pass validation\n' })
    expect(followed.out).toMatch(/Row 1.*price/)
  })

  it('says what to name, and what is not there', async () => {
    const { country } = await makePipelines(world)
    expect(await millrace(['logs'])).toMatchObject({ code: 1, err: expect.stringContaining('Name one of') })
    const never = await millrace(['logs', '--pipeline', country.name])
    expect(never).toMatchObject({ code: 1, err: `${country.name} was never imported\n` })
    expect(await millrace(['logs', 'unknown'])).toMatchObject({ code: 1, err: 'Document not found\n' })
    expect(await millrace(['logs', 'unknown', '--follow'])).toMatchObject({ code: 1 })
  })
})

describe('millrace export', () => {
  it('EXP-001/api keeps the latest output files under their own names, or as one zip', async () => {
    const country = await ready({
      component: {
        outputs: ['out', 'more'].map((name) => ({ name, outputSchema: { type: 'array' } })),
        jsCode: 'ctx.output = { out: ctx.input.rows, more: ctx.input.rows.slice(0, 1) }',
      },
      sinks: [
        { name: 'out', format: 'ndjson' },
        { name: 'more', format: 'csv' },
      ],
    })
    const none = await millrace(['export', '--pipeline', country.name])
    expect(none).toMatchObject({ code: 1, err: 'There are no output files yet\n' })
    await imported(country._id)
    await imported(country._id)
    const out = join(home, 'exported')
    const ran = await millrace(['export', '--pipeline', country.name, '--out', out])
    expect(ran).toMatchObject({ code: 0, err: '' })
    const kept = readdirSync(out)
    expect(kept).toHaveLength(2)
    expect(kept.find((name) => name.endsWith('.ndjson'))).toMatch(/^Country-\d+-out-\d{8}-\d{6}\.ndjson$/)
    expect(ran.out.trim().split('\n').toSorted()).toEqual(kept.map((name) => join(out, name)).toSorted())
    const one = await millrace(['export', '--pipeline', country.name, '--sink', 'more', '--out', '-'])
    expect(one.out).toBe(readFileSync(join(out, kept.find((name) => name.endsWith('.csv')) ?? ''), 'utf8'))
    const zip = await millrace(['export', '--pipeline', country.name, '--out', '-'])
    expect(zip.bytes.toString('latin1', 0, 2)).toBe('PK')
    await millrace(['export', '--pipeline', country.name, '--zip', '--out', out])
    expect(readdirSync(out)).toContain('export.zip')
    const json = await millrace(['export', '--pipeline', country.name, '--sink', 'out', '--out', out, '--json'])
    expect(JSON.parse(json.out)).toMatchObject({
      files: [expect.stringContaining('-out-')],
      uploads: [{ from: 'destination' }],
    })
    const unknown = await millrace(['export', '--pipeline', country.name, '--sink', 'what'])
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("no output file of 'what'") })
    const refused = await millrace(['export', '--pipeline', country.name], { as: 'admin' })
    expect(refused).toMatchObject({ code: 1, err: 'You are not allowed to do this.\n' })
  })
})

describe('millrace rejected', () => {
  it('keeps the rejected records with their reasons', async () => {
    const { country } = await makePipelines(world)
    await sendFile(world.people.manager, country._id, 'rows', 'key,name,price\nk1,a,dear\nk2,b,2\n', 'prices.csv')
    const at = ['rejected', '--pipeline', country.name]
    const ran = await millrace([...at, '--source', 'rows', '--out', home])
    expect(ran).toMatchObject({ code: 0, err: '', out: `${join(home, 'prices-rejected.csv')}\n` })
    const table = readFileSync(join(home, 'prices-rejected.csv'), 'utf8')
    expect(table).toContain('k1,a,dear')
    expect(table).not.toContain('k2')
    expect((await millrace([...at, '--out', '-'])).out).toBe(table)
    await millrace([...at, '--format', 'xlsx', '--out', home])
    expect(readFileSync(join(home, 'prices-rejected.xlsx')).toString('latin1', 0, 2)).toBe('PK')
    expect(await millrace([...at, '--format', 'pdf'])).toMatchObject({
      code: 1,
      err: '--format pdf: write csv or xlsx\n',
    })
    const what = await millrace([...at, '--source', 'what'])
    expect(what).toMatchObject({ code: 1, err: "There is no upload for 'what'; there are: rows\n" })
    await sendFile(world.people.manager, country._id, 'rows', csv(1))
    expect(await millrace(at)).toMatchObject({ code: 1, err: 'The upload has no rejected records\n' })
  })
})

describe('the help', () => {
  it.each(['upload', 'import', 'jobs', 'logs', 'export', 'rejected'])('of %s has an example', async (name) => {
    const { code, out } = await millrace([name, '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`Examples?:\\n {2}\\$ millrace ${name}`))
  })
})
