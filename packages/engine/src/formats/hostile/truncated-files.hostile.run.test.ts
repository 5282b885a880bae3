import { strToU8, zipSync } from 'fflate'
import type { FileKind } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { validateContent } from '../test-support/validate-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const rows = Array.from({ length: 4000 }, (_, i) => ({ id: i, name: `Name "${i}", é`, price: i / 4 }))
const csv = `id;name;price\r\n${rows.map((row) => `${row.id};"${row.name.replaceAll('"', '""')}\n";${row.price}`).join('\r\n')}\r\n`
const sheet = [['id', 'name', 'price'], ...rows.map((row) => [row.id, `Name ${row.id}`, row.price])]
  .map((cells, i) => sheetRow(i + 1, cells))
  .join('')
const samples: [kind: FileKind, name: string, content: Buffer][] = [
  ['json', 'a list', Buffer.from(JSON.stringify(rows))],
  ['json', 'an object with a list', Buffer.from(JSON.stringify({ meta: { pages: 1 }, rows }))],
  [
    'xml',
    'a document',
    Buffer.from(`<l>${rows.map(({ id, name }) => `<i id="${id}"><n>${name}</n></i>`).join('\n')}</l>`),
  ],
  ['excel', 'a workbook', workbookBytes({ sheets: { S: sheet } })],
  ['zip', 'an archive', Buffer.from(zipSync({ 'a.csv': strToU8(csv) }))],
]
const lines = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
const format = (name: string) => (name === 'an object with a list' ? { recordPath: 'rows' } : {})

describe('S2: files cut off at every sixteenth', () => {
  it.concurrent.each(samples)(
    '%s, %s: is refused, whatever could be read of it',
    async (kind, name, content) => {
      const whole = await validateContent(content, kind, { format: format(name) })
      expect(whole).toMatchObject({ status: 'valid', counts: { records: 4000 } })
      for (let part = 0; part < 16; part++) {
        const cut = content.subarray(0, Math.floor((content.length * part) / 16))
        const { status, problem } = await validateContent(cut, kind, { format: format(name) })
        expect({ part, status }).toEqual({ part, status: 'invalid' })
        expect(problem).toMatch(/^hostile\.bin: [A-Z].{20,}/)
        // No words of a library.
        expect(problem).not.toMatch(/central directory|signature|EOCD|inflate|unexpected end of|token|JSON\.parse/i)
      }
    },
    120_000,
  )

  // A table, or lines, that end where a record ends are whole as far as anybody can know: neither says how long it is.
  it.concurrent.each([
    ['csv', Buffer.from(csv)],
    ['json', lines],
  ] as const)(
    '%s without an end of its own: is refused, or has whole records only',
    async (kind, content) => {
      for (let part = 1; part < 16; part++) {
        const at = Math.floor((content.length * part) / 16)
        const { status, problem, counts, totalFindings } = await validateContent(content.subarray(0, at), kind)
        const text = content.subarray(0, at).toString('latin1')
        if (status === 'invalid') expect(problem !== null || totalFindings > 0).toBe(true)
        else expect(counts.records).toBeGreaterThanOrEqual(text.split(kind === 'csv' ? '\r\n' : '\n').length - 2)
      }
    },
    120_000,
  )
})
