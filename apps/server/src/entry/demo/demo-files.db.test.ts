import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices } from '../services.ts'
import type { RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { demoFiles, refusedDemoFile } from './demo-files.ts'
import { runDemoPipeline, validateDemoFile } from './demo.fixtures.ts'
import { demoMasters } from './demo-pipelines.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

const folder = dirname(demoFiles[0]?.path ?? '')
const all = [...demoFiles, refusedDemoFile]

let platform: TestPlatform
let warehouse: string
const definitions = new Map<string, RunDefinition>()
const definition = (name: string): RunDefinition => {
  const found = definitions.get(name)
  if (found === undefined) throw new Error(`no pipeline ${name}`)
  return found
}
beforeAll(async () => {
  platform = await createTestPlatform()
  const services = createServices(platform)
  await ensureDemoWorkspace(platform, services, { serverUrl: platform.databaseUrl })
  const [connection] = await services.connections.list(systemCaller)
  warehouse = await services.connections.openConnectionString(connection?._id ?? '')
  for (const item of await services.access.picker(systemCaller)) {
    definitions.set(item.name, await services.definitions.forRun(item._id))
  }
})
afterAll(() => platform.close())

describe('the files that ship with the demo', () => {
  it('are those of the list, byte by byte, each at most 300 kB', () => {
    const sums = new Map<string, string>()
    for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')) {
      const [sum = '', name = ''] = line.split('  ')
      sums.set(name, sum)
    }
    const names = [...sums.keys()].toSorted()
    expect(names).toEqual([...new Set(all.map((file) => basename(file.path)))].toSorted())
    const shown = readdirSync(folder).filter((name) => !name.startsWith('.'))
    expect(shown.toSorted()).toEqual([...names, 'README.md', 'SHA256SUMS'].toSorted())
    for (const name of names) {
      const bytes = readFileSync(join(folder, name))
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sums.get(name))
      expect(bytes.length).toBeLessThanOrEqual(300_000)
    }
  })

  it('are told in the README with the pipeline and source of each', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    for (const { pipeline, dataSubKind, path, valid, rejected } of all) {
      const counts = `${valid} | ${rejected}`
      expect(readme).toContain(`| \`${basename(path)}\` | ${pipeline} | \`${dataSubKind}\` | ${counts} |`)
    }
  })

  it.each(demoFiles)('$pipeline takes its $dataSubKind: $valid valid, $rejected rejected', async (file) => {
    const outcome = await validateDemoFile(definition(file.pipeline), file.dataSubKind, file.path)
    expect({ status: outcome.status, ...outcome.counts }).toEqual({
      status: 'valid',
      records: file.valid + file.rejected,
      valid: file.valid,
      rejected: file.rejected,
    })
  })

  it('hold one that is refused, with the reasons', async () => {
    const { pipeline, dataSubKind, path, valid, rejected } = refusedDemoFile
    const outcome = await validateDemoFile(definition(pipeline), dataSubKind, path)
    expect(outcome).toMatchObject({ status: 'invalid', counts: { valid, rejected } })
    expect(outcome.findings[0]).toMatchObject({ rule: 'required', row: expect.any(Number) })
  })
})

describe('a run of every demo country', () => {
  const countries = demoMasters.flatMap((master) =>
    master.countries.map((country) => [`${master.name} ${country.locale}`, master] as const),
  )

  it.each(countries)('%s fills its table, and a second run changes no row', async (name, master) => {
    const files = Object.fromEntries(
      demoFiles
        .filter((file) => file.pipeline === name || file.pipeline === master.name)
        .map((file) => [file.dataSubKind, file.path]),
    )
    const client = new pg.Client({ connectionString: warehouse })
    await client.connect()
    try {
      const locale = definition(name).item.locale?.label
      const { name: tableName, keys } = master.table ?? { name: '', keys: [] }
      const table = client.escapeIdentifier(tableName)
      // Countries that share a table keep apart by their locale.
      if (keys.includes('locale')) await client.query(`delete from ${table} where locale = $1`, [locale])
      else await client.query(`delete from ${table}`)
      const first = await runDemoPipeline(definition(name), files, warehouse)
      expect(first.outcome.problem, first.log.join('\n')).toBeNull()
      const written = first.records.catalogue_file?.length ?? 0
      expect(written).toBeGreaterThan(0)
      expect(first.outcome.counts.sinks.warehouse).toMatchObject({ read: written, created: written, rejected: 0 })
      const second = await runDemoPipeline(definition(name), files, warehouse)
      expect(second.outcome.counts.sinks.warehouse).toMatchObject({ created: 0, changed: 0, unchanged: written })
      expect(second.records).toEqual(first.records)
    } finally {
      await client.end()
    }
  })
})
