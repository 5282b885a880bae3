import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { JsonSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { fieldsRead } from '../../components/fields-read.ts'
import { datasetStamp } from '../../dataset/dataset-stamp.ts'
import { dataFolder, hasData, readData } from '../../formats/test-support/real-data-for-test.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'
import { datasetBaseOf, withFields } from './dataset-base.ts'
import { constants, dataFile, FolderHost, keptAt, sink, source } from './import-for-test.ts'
import type { FileSource, KeptDataset, NewFile } from './ports.ts'
import { runImport } from './run-import.ts'
import { sampleRecords } from './sample-records.ts'
import { validateFile } from './validate-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'datasets-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowSchema: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, price: { type: 'number' } },
  required: ['id'],
}
/** Each tenth record does not fit. */
const text = `id,name,price,note\n${Array.from({ length: 3000 }, (_, i) => {
  const id = i + 1
  return `${id % 10 === 0 ? 'odd' : id},"Größe ${id}",${id / 4},${id % 3 === 0 ? '' : 'x'}`
}).join('\n')}\n`
const original = path.join(folder, 'rows.csv')
const file: FileSource = { path: original, size: text.length, name: 'rows.csv', contentType: 'csv', format: {} }
const base = datasetBaseOf({ sha256: 'x', contentType: 'csv', format: {}, rowSchema, schemas: {} })
const stamp = datasetStamp(base, '.', guessDecimal(null))
const code = `const { row } = ctx.input; ctx.output.row = { ...row, r: Math.random() }`

/** A place with one file, and how often it was made. */
function place(name: string, more: Partial<KeptDataset> = {}): KeptDataset & { path: string; made: number } {
  const place = path.join(folder, name)
  const dataset = keptAt(place, stamp)
  return {
    ...dataset,
    path: place,
    made: 0,
    create() {
      this.made++
      return dataset.create()
    },
    ...more,
  }
}

/** A place for each stamp. */
function places(name: string, decimal?: '.'): KeptDataset & { made: number } {
  const at = (stamp: string) => path.join(folder, `${name}-${stamp}`)
  const stampOf: KeptDataset['stampOf'] = (fields) =>
    datasetStamp(withFields(base, fields), decimal, guessDecimal(null))
  return {
    made: 0,
    stampOf,
    find: async (stamp) => (existsSync(at(stamp)) ? at(stamp) : null),
    create() {
      this.made++
      return keptAt(at(stampOf(null)), base).create()
    },
  }
}

async function imported(given: FileSource, jsCode = code, schema = rowSchema) {
  const host = new FolderHost()
  try {
    const program = await compiled(forEachRecord(jsCode))
    const sources = [source('rows', given, schema, 1)]
    const outcome = await runImport({ ...constants, program, sources, sinks: [sink('rows')] }, host)
    return { outcome, text: outcome.ok ? host.text('rows') : null, lines: host.lines }
  } finally {
    host.remove()
  }
}

/** What came of it; its memory is another each time. */
const shown = ({ outcome, text, lines }: Awaited<ReturnType<typeof imported>>) => ({
  counts: outcome.counts,
  text,
  lines,
})

/** Checks the file and keeps its dataset. */
async function checked(
  name: string,
  openDataset?: () => Promise<NewFile>,
  fieldsRead: string[] | null = null,
  given = file,
  schema = rowSchema,
) {
  const lines: string[] = []
  const target = path.join(folder, name)
  const outcome = await validateFile(
    { file: given, rowSchema: schema, schemas: {}, tolerance: 1, datasetBase: base, fieldsRead },
    {
      log: (level, message) => lines.push(`${level}: ${message}`),
      findings: () => {},
      openDataset: openDataset ?? (async () => opened(target)),
      signal: new AbortController().signal,
    },
  )
  return { outcome, lines }
}

const files: number[] = []
afterAll(() => files.forEach((fd) => closeSync(fd)))
function opened(target: string): NewFile {
  const fd = openSync(target, 'w')
  files.push(fd)
  return { fd }
}
const fullDisk = () => opened('/dev/full')

describe('imports out of datasets', () => {
  let expected: Awaited<ReturnType<typeof imported>>
  beforeAll(async () => {
    writeFileSync(original, text)
    expected = await imported(file)
  })

  it('IMP-049/engine an import reads what the check of the upload wrote, and not the file', async () => {
    const { outcome } = await checked('first')
    expect(outcome).toMatchObject({ status: 'valid', dataset: { stamp } })
    const kept = place('first')
    const gone = { ...file, path: path.join(folder, 'gone.csv'), dataset: kept }
    const found = await imported(gone)
    expect(found.text).toBe(expected.text)
    expect(found.outcome.counts).toEqual(expected.outcome.counts)
    expect(found.lines).toEqual(expected.lines)
    expect(kept.made).toBe(0)
  })

  it('IMP-049/engine what is missing, damaged or made of something else is made again, and told', async () => {
    const kept = place('again')
    const again = async (why: string) => {
      const found = await imported({ ...file, dataset: kept })
      expect(found.lines[0]).toBe(`info: rows.csv is checked again: ${why}`)
      expect([found.text, found.lines.slice(1)]).toEqual([expected.text, expected.lines])
    }
    await again('no records of it are kept that were checked like this')
    const whole = readFileSync(kept.path)
    for (let i = 0; i < 6; i++) {
      const damaged = Buffer.from(whole)
      const at = Math.floor(((i + Math.random()) * whole.length) / 6)
      damaged[at] = (damaged[at] as number) ^ 0x10
      writeFileSync(kept.path, i === 3 ? whole.subarray(0, at) : damaged)
      await again('its checked records are damaged')
      expect(readFileSync(kept.path).equals(whole)).toBe(true)
    }
    const others = datasetBaseOf({ sha256: 'x', contentType: 'csv', format: { header: true }, rowSchema, schemas: {} })
    kept.stampOf = (fields) => datasetStamp(withFields(others, fields), '.', guessDecimal(null))
    await again('its records were checked under other rules')
    expect(kept.made).toBe(8)
    expect((await imported({ ...file, dataset: kept })).lines).toEqual(expected.lines)
  })

  it('IMP-049/engine an error names the row of the file, beyond rejected ones', async () => {
    const { outcome } = await imported(
      file,
      'if (ctx.input.row.id === 2501) throw new Error("stop"); ctx.output.row = {}',
    )
    expect(outcome.problem).toContain('record 2251: Error: stop (row 2501 of rows)')
  })

  it('GUARANTEE G6 a full disk costs a check its dataset, not its verdict, and fails an import that has to make one', async () => {
    const { outcome, lines } = await checked('none', async () => fullDisk())
    expect(outcome).toMatchObject({ status: 'valid', counts: { records: 3000 }, dataset: null })
    expect(lines).toContain(
      'warn: The accepted records could not be kept, an import checks the file again: ENOSPC: no space left on device, write',
    )
    let dropped = 0
    const kept = place('full', {
      create: async () => ({ ...fullDisk(), keep: async () => '', drop: async () => void dropped++ }),
    })
    const found = await imported({ ...file, dataset: kept })
    expect([found.outcome.problem, dropped]).toEqual([
      'The records of rows.csv cannot be stored: ENOSPC: no space left on device, write',
      1,
    ])
  })

  it('IMP-049/engine a file that cannot be used has no dataset; settings, schemas and the file itself change the stamp', async () => {
    writeFileSync(path.join(folder, 'broken.csv'), 'id,name\n1,"open\n')
    const broken = { ...file, path: path.join(folder, 'broken.csv') }
    const host = { log: () => {}, findings: () => {}, signal: new AbortController().signal }
    const outcome = await validateFile(
      { file: broken, rowSchema, schemas: {}, tolerance: 1, datasetBase: base },
      { ...host, openDataset: async () => fullDisk() },
    )
    expect(outcome).toMatchObject({ status: 'invalid', dataset: null })
    const origin = { sha256: 'x', contentType: 'csv' as const, format: {}, rowSchema, schemas: {} }
    const refers = { type: 'object', properties: { id: { $ref: 'importer://schema/id/a' } } } satisfies JsonSchema
    const of = (more: object) => datasetBaseOf({ ...origin, ...more })
    const schemas = (maximum: number) => ({ 'importer://schema/id/a': { maximum }, 'importer://schema/id/b': {} })
    const stamps = [
      ...[of({}), of({ sha256: 'y' }), of({ contentType: 'text' }), of({ format: { empty: 'text' } })],
      ...[
        of({ rowSchema: null }),
        of({ rowSchema: refers, schemas: schemas(1) }),
        of({ rowSchema: refers, schemas: schemas(2) }),
      ],
    ]
    expect(new Set(stamps).size).toBe(stamps.length)
    // What nothing refers to does not matter.
    expect(of({ schemas: schemas(1) })).toBe(of({}))
    expect(datasetStamp(base, undefined, guessDecimal('de-DE'))).not.toBe(
      datasetStamp(base, undefined, guessDecimal('en-US')),
    )
    expect(datasetStamp(base, ',', guessDecimal('de-DE'))).toBe(datasetStamp(base, ',', guessDecimal('en-US')))
  })

  it('IMP-049/engine a check keeps what rules and the program look at; what reads more has the file checked again', async () => {
    const byName = 'const { row } = ctx.input; ctx.output.row = { id: row.id, note: row.note, none: row.none }'
    const named = await imported(file, byName)
    const kept = places('narrow', '.')
    const fieldsOf = fieldsRead(await compiled(forEachRecord(byName))).rows ?? null
    expect(fieldsOf).toEqual(['id', 'none', 'note'])
    const stamp = kept.stampOf(['id', 'none', 'note', 'price'])
    const narrow = await checked(`narrow-${stamp}`, undefined, fieldsOf)
    expect(narrow.outcome).toMatchObject({ counts: { records: 3000, valid: 2700 }, dataset: { stamp } })
    const { outcome: whole } = await checked('whole')
    expect(narrow.outcome.dataset?.bytes).toBeLessThan((whole.dataset?.bytes ?? 0) * 0.7)
    // The file is not looked at.
    const gone = { ...file, path: path.join(folder, 'gone.csv'), dataset: kept }
    expect(shown(await imported(gone, byName))).toEqual(shown(named))
    expect(kept.made).toBe(0)

    const all = await imported({ ...file, dataset: kept })
    expect(all.lines[0]).toBe('info: rows.csv is checked again: no records of it are kept that were checked like this')
    expect([all.text, all.lines.slice(1)]).toEqual([expected.text, expected.lines])
    expect(kept.made).toBe(1)
    // From now on there is one for everybody, whatever their programs read.
    expect((await imported(gone)).text).toBe(expected.text)
    const other = 'ctx.output.row = { name: ctx.input.row.name }'
    expect((await imported(gone, other)).text).toBe((await imported(file, other)).text)
    const sampled = { file: gone, which: 'first', count: 1, rowSchema, schemas: {} } as const
    const { records } = await sampleRecords(sampled, { signal: new AbortController().signal })
    expect(records).toEqual([{ id: 1, name: 'Größe 1', price: 0.25, note: 'x' }])
    expect(kept.made).toBe(1)
    // A smaller one that is damaged is in nobody's way.
    writeFileSync(path.join(folder, `narrow-${stamp}`), 'x')
    expect(shown(await imported(gone, byName))).toEqual(shown(named))
  })
})

const realFiles = hasData ? readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).sort() : []

describe.skipIf(!hasData)('real files', () => {
  it.each(realFiles.filter((name) => name.endsWith('.csv')))(
    'IMP-049/engine of %s the fields that matter are as they are among all',
    async (name) => {
      const given = dataFile(name, 'csv')
      const columns = (await readData(name)).opened.columns ?? []
      const every = (n: number, of = 0) => columns.filter((_, i) => i % n === of)
      const properties = Object.fromEntries(every(3).map((column) => [column, { type: ['string', 'null'] as const }]))
      const rules: JsonSchema = { type: 'object', properties: properties as Record<string, JsonSchema> }
      const read = every(5, 1 % columns.length)
      const cells = read.map((column, i) => `${i}: row[${JSON.stringify(column)}]`)
      const jsCode = `const { row } = ctx.input; ctx.output.row = { ${cells.join()} }`
      const program = await compiled(forEachRecord(jsCode))
      expect(fieldsRead(program).rows).toEqual([...read].sort())
      const kept = places(`real-${realFiles.indexOf(name)}`)
      const fields = [...new Set([...every(3), ...read])].sort()
      const { outcome } = await checked(
        `real-${realFiles.indexOf(name)}-${kept.stampOf(fields)}`,
        undefined,
        read,
        given,
        rules,
      )
      expect(outcome.dataset?.stamp).toBe(kept.stampOf(fields))
      const found = await imported({ ...given, dataset: kept }, jsCode, rules)
      expect(kept.made).toBe(0)
      expect(shown(found)).toEqual(shown(await imported(given, jsCode, rules)))
    },
  )
})
