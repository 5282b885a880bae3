import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { JsonSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { datasetStamp } from '../../dataset/dataset-stamp.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'
import { datasetBaseOf } from './dataset-base.ts'
import { constants, FolderHost, keptAt, sink, source } from './import-for-test.ts'
import type { FileSource, KeptDataset, NewFile } from './ports.ts'
import { runImport } from './run-import.ts'
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

async function imported(given: FileSource, jsCode = code) {
  const host = new FolderHost()
  try {
    const program = await compiled(forEachRecord(jsCode))
    const sources = [source('rows', given, rowSchema, 1)]
    const outcome = await runImport({ ...constants, program, sources, sinks: [sink('rows')] }, host)
    return { outcome, text: outcome.ok ? host.text('rows') : null, lines: host.lines }
  } finally {
    host.remove()
  }
}

/** Checks the file and keeps its dataset. */
async function checked(name: string, openDataset?: () => Promise<NewFile>) {
  const lines: string[] = []
  const target = path.join(folder, name)
  const outcome = await validateFile(
    { file, rowSchema, schemas: {}, tolerance: 1, datasetBase: base },
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
    kept.stamp = datasetStamp(
      datasetBaseOf({ sha256: 'x', contentType: 'csv', format: { header: true }, rowSchema, schemas: {} }),
      '.',
      guessDecimal(null),
    )
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
})
