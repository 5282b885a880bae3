import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileFormat, FileKind, Finding, JsonSchema } from '@millrace/contract'
import { type FoundDecimal, withDecimalMark } from '../../runner/records/decimal-mark.ts'
import { headersOf, needsCoercion } from '../../runner/records/file-traits.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { openFile } from '../open-file.ts'
import type { DataRecord } from '../records/file.types.ts'

export type NumberOptions = {
  schema: JsonSchema
  kind?: FileKind
  format?: FileFormat
  locale?: string | null
  name?: string
}

type NumberResult = {
  /** Valid records as they were coerced. */
  records: DataRecord[]
  /** All of them, also those with findings. */
  all: DataRecord[]
  findings: Finding[]
  found: FoundDecimal | null
  /** How often the file was opened. */
  readings: number
}

/** Test support: reads a file as a validation and an import do, with numbers and empty cells. */
export async function readValues(path: string, options: NumberOptions): Promise<NumberResult> {
  const { schema, kind = 'csv', format = {}, locale = null, name = path } = options
  const fd = openSync(path, 'r')
  const result: NumberResult = { records: [], all: [], findings: [], found: null, readings: 0 }
  try {
    const open = () => {
      result.readings++
      return openFile({ fd, size: fstatSync(fd).size, name }, kind, format, 250)
    }
    const opened = await open()
    const coerce = needsCoercion(opened.detected)
    const validator = createRowValidator({ schema, store: {}, coerce, empty: format.empty, headers: headersOf(opened) })
    const batches = withDecimalMark(opened.batches, {
      format,
      guess: guessDecimal(locale),
      numbers: validator.numbers,
      reread: async () => (await open()).batches,
      found: (found) => {
        result.found = found
      },
    })
    for await (const { records, rows, lines } of batches) {
      records.forEach((record, i) => {
        const findings = validator.check(record, rows[i], lines[i])
        result.all.push(record)
        if (findings === null) result.records.push(record)
        else result.findings.push(...findings)
      })
    }
    return result
  } finally {
    closeSync(fd)
  }
}

export async function readValuesOf(content: string | Buffer, options: NumberOptions): Promise<NumberResult> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-values-'))
  try {
    const path = join(folder, 'content')
    writeFileSync(path, content)
    return await readValues(path, { name: 'content', ...options })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
