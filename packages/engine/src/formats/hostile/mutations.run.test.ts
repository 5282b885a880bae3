import type { FileKind } from '@millrace/contract'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DataRecord } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { seededRandom } from './hostile-files-for-test.ts'
import { readContent } from '../test-support/read-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const seed = Number(process.env.MILLRACE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

const rows = Array.from({ length: 40 }, (_, i) => ({
  id: i,
  name: `Name "${i}", é`,
  price: i / 4,
  tags: ['a', { deep: [i] }],
}))
const csv = `id;name;price\r\n${rows.map((row) => `${row.id};"${row.name.replaceAll('"', '""')}\n";${row.price}`).join('\r\n')}`
const sheet =
  sheetRow(1, ['id', 'name', 'price']) +
  rows.map((row) => sheetRow(row.id + 2, [row.id, `Name ${row.id}`, row.price])).join('')
const workbook = workbookBytes({ sheets: { S: sheet }, shared: ['<si><t>x</t></si>'] })
/** `hasEnd`: the format says where it ends, so that a chunk that is lost can be known to be lost. */
const samples: [kind: FileKind, content: Buffer, hasEnd: boolean][] = [
  ['csv', Buffer.from(csv), false],
  ['csv', Buffer.from(csv, 'latin1'), false],
  ['csv', Buffer.from(`\ufeff${csv}`, 'utf16le'), false],
  ['json', Buffer.from(JSON.stringify(rows, null, 1)), true],
  ['json', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')), false],
  [
    'xml',
    Buffer.from(
      `<?xml version="1.0"?><l>${rows.map((row) => `<i id="${row.id}"><n>é &amp; ${row.id}</n><t>a</t><t>b</t></i>`).join('\n')}</l>`,
    ),
    true,
  ],
  ['excel', workbook, true],
  ['zip', Buffer.from(zipSync({ 'a.csv': strToU8(csv) })), true],
]
/** Their bytes are protected by a checksum: what can be read at all is what was packed. */
const checked: FileKind[] = ['excel', 'zip']

const spice = [
  '"',
  ';',
  ',',
  '\n',
  '\r',
  '{',
  '[',
  '}',
  ']',
  '<',
  '>',
  '&',
  '\0',
  '\xff',
  '\xed\xa0\x80',
  '<!DOCTYPE',
  '__proto__',
  '\\u',
  '-1',
  '99999999999',
  'PK\x03\x04',
]

function mutated(original: Buffer, next: () => number): Buffer {
  let bytes = Buffer.from(original)
  for (let changes = 1 + Math.floor(next() * 4); changes > 0; changes--) {
    const at = Math.floor(next() * bytes.length)
    const kind = Math.floor(next() * 5)
    if (kind === 0) bytes = bytes.subarray(0, at)
    else if (kind === 1) bytes[at] = Math.floor(next() * 256)
    else if (kind === 2)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(next() * 30))])
    else if (kind === 3) {
      const part = Buffer.from(spice[Math.floor(next() * spice.length)] as string, 'latin1')
      bytes = Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
    } else bytes = Buffer.concat([bytes, bytes.subarray(at)])
    if (bytes.length === 0) return bytes
  }
  return bytes
}

describe(`S2: damaged files (seed ${seed})`, () => {
  it.each(samples.map(([kind, content], i) => [i, kind, content] as const))(
    'sample %d, %s: ends in records or in a FileError',
    async (i, kind, content) => {
      const next = seededRandom(seed + i)
      const whole = await readContent(content, { kind })
      let problems = 0
      for (let round = 0; round < 150; round++) {
        const bytes = mutated(content, next)
        const found = await recordsOf(bytes, kind, round)
        if (found === null) problems++
        else if (checked.includes(kind))
          expect(found, `round ${round}: ${bytes.toString('base64')}`).toEqual(whole.records)
      }
      // A mutation that never breaks anything would mean that the test does not test.
      expect(problems).toBeGreaterThan(0)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  it.each(samples.flatMap(([kind, content, hasEnd], i) => (hasEnd ? [[i, kind, content] as const] : [])))(
    'sample %d, %s: cut off anywhere it is never taken for whole',
    async (i, kind, content) => {
      const next = seededRandom(seed + 100 + i)
      for (let round = 0; round < 100; round++) {
        const size = Math.floor(next() * content.length)
        expect(await recordsOf(content.subarray(0, size), kind, round), `${size} bytes`).toBeNull()
      }
    },
  )
})

/** Records, or null when the file was refused; any other error fails the test. */
async function recordsOf(bytes: Buffer, kind: FileKind, round: number): Promise<DataRecord[] | null> {
  try {
    return (await readContent(bytes, { kind })).records
  } catch (error) {
    if (!(error instanceof FileError))
      throw new Error(`round ${round}: ${(error as Error).stack}\n${bytes.toString('base64')}`)
    expect(error.message).toMatch(/^[A-Z'].{10,}/s)
    return null
  }
}
