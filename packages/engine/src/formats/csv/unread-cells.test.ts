import { expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { RowScanner } from './row-scanner.ts'

/** Line, number of cells, which of them are empty, and the flaw of each row; or the problem. */
function scanned(text: string, wanted: boolean[] | null, lineEnd: '\n' | '\r' = '\n', chunk = text.length) {
  const rows: unknown[] = []
  const limits = { ...DEFAULT_READ_LIMITS, cellChars: 20, columns: 6 }
  const scanner = new RowScanner(
    { delimiter: ',', lineEnd, quotes: true },
    limits,
    (cells, count, line, flaw) => {
      const own = cells.slice(0, count).map((cell, i) => (wanted?.[i] === false ? cell !== '' : cell))
      rows.push([line, count, own, flaw])
      return true
    },
    wanted,
  )
  try {
    for (let from = 0; from < text.length; from += chunk) scanner.push(text.slice(from, from + chunk))
    scanner.end()
  } catch (problem) {
    rows.push((problem as Error).message)
  }
  return rows
}

/** What a reader of all cells would say of those that are unread: whether they are empty. */
const blinded = (rows: unknown[], wanted: boolean[]) =>
  rows.map((row) => {
    if (!Array.isArray(row)) return row
    const [line, count, cells, flaw] = row as [number, number, string[], number]
    return [line, count, cells.map((cell, i) => (wanted[i] === false ? cell !== '' : cell)), flaw]
  })

const texts = [
  'a,b,c\n1,2,3\n',
  'a,"b\nb\n",c\n,"",\n"","x""y",3\n\n\nlast,one',
  'a,"b"x,c\na," ",c\na,"b"  ,c\n',
  'a,b\na,b,c,d,e\na,b,c,d,e,f,g\n',
  `a,${'b'.repeat(20)},c\na,${'b'.repeat(21)},c\n`,
  `a,"${'b'.repeat(20)}",c\na,"${'b'.repeat(21)}",c\n`,
  `a,"${'""'.repeat(20)}",c\na,"${'""'.repeat(21)}",c\n`,
  `a,"${'b'.repeat(18)}"cc,c\na,"${'b'.repeat(18)}"ccc,c\n`,
  `a,"${'b'.repeat(16)}""c"cc,c\na,"${'b'.repeat(16)}""cc"cc,c\n`,
  'a,"open,c\n1,2,3\n',
  'a,b\r\n1,"2\r\n2"\r\n,\r\n',
]

it.each(texts)('cells that nobody wants end, count and fail as others do: %j', (text) => {
  for (const wanted of [
    [true, false, true],
    [false, true, false],
    [false, false, false, false],
  ]) {
    for (const chunk of [text.length, 1, 7]) {
      const all = scanned(text, null, '\n', chunk)
      expect(scanned(text, wanted, '\n', chunk)).toEqual(blinded(all, wanted))
    }
    const old = text.replaceAll('\n', '\r')
    expect(scanned(old, wanted, '\r')).toEqual(blinded(scanned(old, null, '\r'), wanted))
  }
})

it.each(texts)('rows are the same wherever the text is cut, a quote that spans the cut included: %j', (text) => {
  const whole = scanned(text, null)
  for (let chunk = 1; chunk < text.length; chunk++) expect(scanned(text, null, '\n', chunk)).toEqual(whole)
})
