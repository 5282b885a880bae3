/**
 * The floor: the same job as straight-line code in one thread with nothing protected. Read, validate, transform
 * natively, COPY into a staging table, merge, commit. No sandbox, no output check, no output file, no logbook.
 * Prints one line of JSON: { ms, rows, cpuMs, begin }. Arguments: job, database address, table, CSV file.
 */
import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { csvBatches } from './floor-csv.ts'
import { type BenchJob, benchJobs } from './jobs.ts'

const [jobName = 'products', databaseUrl = '', table = '', file = ''] = process.argv.slice(2)
const started = performance.now()
const begin = Date.now()
const { inputSchema, body, columns } = benchJobs[jobName as BenchJob['name']]

const { Ajv } = await import('ajv')
const formats = (await import('ajv-formats')).default
const pg = (await import('pg')).default
const { from } = await import('pg-copy-streams')

const ajv = new Ajv({ allErrors: true, coerceTypes: true, strict: false })
formats.default(ajv, { mode: 'fast' })
const valid = ajv.compile(inputSchema)
const transform = new Function('row', `${body}; return product`) as (row: object) => Record<string, unknown>

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? found) : text
}
const names = Object.keys(columns)

const client = new pg.Client(databaseUrl)
await client.connect()
await client.query('begin')
await client.query(`create temp table stage (like ${table}) on commit drop`)
const copy = client.query(from(`copy stage (${names.join()}) from stdin`))
const logFile = path.join(tmpdir(), `millrace-floor-${process.pid}.ndjson`)
const log = createWriteStream(logFile)

let line = 1
for await (const batch of csvBatches(createReadStream(file, { highWaterMark: 256 * 1024 }), 1000)) {
  let text = ''
  for (const row of batch) {
    line++
    if (!valid(row)) {
      log.write(`${JSON.stringify({ line, errors: valid.errors?.map((e) => [e.instancePath, e.message]) })}\n`)
      continue
    }
    const product = transform(row)
    for (let i = 0; i < names.length; i++) text += (i === 0 ? '' : '\t') + cell(product[names[i] as string])
    text += '\n'
  }
  if (!copy.write(text)) await once(copy, 'drain')
}
copy.end()
await once(copy, 'finish')
const set = names.slice(1).map((name) => `${name} = excluded.${name}`)
await client.query(`insert into ${table} select * from stage on conflict (${names[0]}) do update set ${set.join()}`)
await client.query('commit')
const ms = performance.now() - started
const cpu = process.cpuUsage()
const cpuMs = (cpu.user + cpu.system) / 1000
const { rows } = await client.query(`select count(*)::int as rows from ${table}`)
await client.end()
log.end()
rmSync(logFile, { force: true })
process.stdout.write(`${JSON.stringify({ ms, rows: rows[0].rows, cpuMs, begin })}\n`)
