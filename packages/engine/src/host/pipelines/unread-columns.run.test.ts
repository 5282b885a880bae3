import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileKind, Finding, JsonSchema } from '@millrace/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { fieldsRead } from '../../components/fields-read.ts'
import { runImport } from './run-import.ts'
import { validateFile } from './validate-file.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'

const made: string[] = []
afterEach(() => {
  for (const file of made.splice(0)) rmSync(file, { force: true })
})

const code = `const { row } = ctx.input
  if (row.id % 50 === 0) ctx.log.warn(row.name)
  ctx.output.row = { id: row.id, name: row.name?.trim(), far: row['far away'] ?? null, r: Math.random() }`
/** The same, but it may see all of the record. */
const seesAll = `${code}\nif (row.id < 0) ctx.log.info(row)`

async function imported(jsCode: string, text: string, kind: FileKind, rowSchema: JsonSchema | null) {
  const file = path.join(tmpdir(), `unread-${process.pid}-${made.length}.${kind}`)
  made.push(file)
  writeFileSync(file, text)
  const program = await compiled(forEachRecord(jsCode))
  const given = { path: file, size: Buffer.byteLength(text), name: `rows.${kind}`, contentType: kind, format: {} }
  const host = new FolderHost()
  try {
    const sources = [source('rows', given, rowSchema, 1)]
    const outcome = await runImport({ ...constants, program, sources, sinks: [sink('rows')] }, host)
    const { peakMiB: _peak, ...told } = outcome
    return { fields: fieldsRead(program).rows, ...told, lines: host.lines, text: outcome.ok ? host.text('rows') : '' }
  } finally {
    host.remove()
  }
}

/** Both imports; all that they say and write must be the same. */
async function alike(text: string, kind: FileKind, rowSchema: JsonSchema | null) {
  const some = await imported(code, text, kind, rowSchema)
  const all = await imported(seesAll, text, kind, rowSchema)
  expect(some.fields).toEqual(['far away', 'id', 'name'])
  expect(all.fields).toBeNull()
  expect({ ...some, fields: null }).toEqual(all)
  return some
}

/** Quotes, line breaks, empty cells, rows that are blank, too long, too short, with text behind a quote, or do not fit. */
function table(): string {
  const lines = ['id,unread,name,"also\nunread",far away,checked']
  for (let i = 1; i <= 3000; i++) {
    if (i % 97 === 0) lines.push(',,,,,', '', '"","","","","",""')
    if (i % 89 === 0) lines.push(`${i},too short`, `${i},a,b,c,d,1,too long`, `${i},"a"b,c,d,e,1`)
    if (i % 83 === 0) lines.push(`${i},a,b,c,d,1,,`)
    lines.push(
      `${i},${i % 3 ? `"un""read",${i % 5 ? '' : ' '}name ${i}` : `,"name, ${i}"`},"line\nbreak ""${i}""",${i % 7 ? `far ${i}` : ''},${i % 11 ? i : 'wrong'}`,
    )
  }
  return `${lines.join('\n')}\n`
}

const properties: JsonSchema = { id: { type: 'integer' }, checked: { type: 'integer' }, missing: { type: 'string' } }

describe('columns that the code does not read', () => {
  it('change nothing when they are left out: records, counts, log lines, random numbers', async () => {
    const { counts, text } = await alike(table(), 'csv', { type: 'object', required: ['checked'], properties })
    expect(counts.sources.rows).toMatchObject({ read: 3135, rejected: 371 })
    expect(text.split('\n')[0]).toContain('"id":1,"name":"name 1","far":"far 1"')
  })

  it('are looked at all the same where the schema is closed', async () => {
    const { counts } = await alike(table(), 'csv', { type: 'object', additionalProperties: false, properties })
    expect(counts.sources.rows?.rejected).toBe(counts.sources.rows?.read)
  })

  it('in JSON, records of any shape', async () => {
    const records = Array.from({ length: 700 }, (_, i) => ({
      ...(i % 2 ? { name: ` n${i}`, unread: { deep: [i] }, id: i } : { id: i, unread: null, extra: i }),
      ...(i % 3 ? { 'far away': { list: [i, null] } } : {}),
    }))
    await alike(JSON.stringify(records), 'json', null)
  })

  it('in rows that no schema checks', async () => {
    await alike(table(), 'csv', null)
  })
})

describe('columns that no rule looks at', () => {
  /** All findings, the rejected records as they stand in the file, and the counts. */
  async function validated(rowSchema: JsonSchema) {
    const text = table()
    const [file, kept] = ['in', 'out'].map((name) => path.join(tmpdir(), `unchecked-${process.pid}-${name}.csv`))
    if (file === undefined || kept === undefined) throw new Error('no files')
    made.push(file, kept)
    writeFileSync(file, text)
    const findings: Finding[] = []
    const given = {
      path: file,
      size: Buffer.byteLength(text),
      name: 'rows.csv',
      contentType: 'csv' as const,
      format: {},
    }
    const outcome = await validateFile(
      { file: given, rowSchema, schemas: {}, tolerance: 1 },
      {
        signal: new AbortController().signal,
        log: () => {},
        findings: (batch) => {
          findings.push(...batch)
        },
        openRejected: async () => createWriteStream(kept),
      },
    )
    const { peakMiB: _peak, ...told } = outcome
    return { ...told, findings, kept: readFileSync(kept, 'utf8') }
  }

  it('are with the rejected records all the same', async () => {
    const schema = { type: 'object', required: ['checked'], properties } as const
    const some = await validated(schema)
    // A rule for the record as a whole: then everything is read.
    expect(some).toEqual(await validated({ ...schema, minProperties: 0 }))
    expect(some.counts).toMatchObject({ records: 3135, rejected: 371 })
    expect(some.kept).toContain(String.raw`["11","un\"read","name 11","line\nbreak \"11\"","far 11","wrong"]`)
  })
})
