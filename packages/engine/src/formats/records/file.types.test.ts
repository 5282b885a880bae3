import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS as limits } from './file.types.ts'

it('docs/formats.md names the limits that hold', () => {
  const page = readFileSync(new URL('../../../../../docs/formats.md', import.meta.url), 'utf8')
  const count = (number: number) => number.toLocaleString('en-US')
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
  for (const row of [
    `| a workbook, unpacked | ${mebibytes(limits.unpackedBytes)} |`,
    `| the file in an archive, unpacked | ${mebibytes(limits.wrappedBytes)} |`,
    `| parts of a workbook or archive | ${count(limits.entries)} |`,
    `| columns, fields of a record, attributes of an element | ${count(limits.columns)} |`,
    `| records | ${count(limits.records)} |`,
    `| records × columns of a workbook | ${count(limits.cells)} |`,
    `| nesting of JSON and XML | ${limits.depth} levels |`,
    `| characters of a cell, text or attribute | ${count(limits.cellChars)} |`,
    `| characters of a row | ${count(limits.cellChars * 8)} |`,
    `| bytes of a line of JSON Lines | ${count(limits.cellChars * 4)} |`,
  ]) {
    expect(page).toContain(row)
  }
})
