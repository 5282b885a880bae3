import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from '../csv/csv-encoder.ts'
import { escapeCsvFormula, escapeFormula } from './escape-formula.ts'

describe('cells of a download made for people', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+cmd', "'+cmd"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\n=1', "'\n=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['-12.5', '-12.5'],
    ['+1.234,50', '+1.234,50'],
    ['-1E5', '-1E5'],
    ['-5 %', '-5 %'],
    ['007', '007'],
    ['a=b', 'a=b'],
    ['a;=1+1', 'a;=1+1'],
    ['', ''],
    [-3, -3],
    [null, null],
    [{ a: 1 }, '{"a":1}'],
  ])('S10 %j is written as %j', (value, expected) => {
    expect(escapeFormula(value)).toEqual(expected)
  })

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t=1+1', "a\t'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
    ['a; =1+1', "a; '=1+1"],
    ['a;"=1+1"', `a;"'=1+1"`],
    ['a;;\t"" -cmd|x', `a;;\t"" '-cmd|x`],
    ['a;\uff1d1;+x', "a;'\uff1d1;'+x"],
    ['=1;=2', "'=1;'=2"],
    ['size;-5;+3,5 %;x', 'size;-5;+3,5 %;x'],
    ['x; "-6"', 'x; "-6"'],
    ['a;b\tc\nd', 'a;b\tc\nd'],
    ['a,=1+1', 'a,=1+1'],
    [{ a: ';=1' }, `{"a":";'=1"}`],
    [-3, -3],
    [null, null],
  ])('S10 %j is written into a CSV file as %j', (value, expected) => {
    expect(escapeCsvFormula(value)).toEqual(expected)
  })

  const starts = /^[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/
  it.each([';', '\t'])('S10 begins no formula for a reader that splits at %j and knows no quotes', (mark) => {
    const tried = ['=', '+', '-', '@', '\uff1d'].flatMap((sign) =>
      [
        `x;${sign}cmd`,
        `x\t${sign}cmd`,
        `"x";"${sign}cmd"`,
        `x\r\n${sign}cmd`,
        `${sign}a;${sign}b`,
        `x; ' ${sign}c`,
      ].flatMap((cell) => [[cell], ['1', cell], [cell, 'y', cell]]),
    )
    for (const cells of tried) {
      const line = csvLine(cells.map((cell) => csvCell(escapeCsvFormula(cell))))
      for (const part of line.split(new RegExp(`[\\r\\n${mark}]`)))
        expect(starts.test(part.replace(/'.*/s, '')), `${JSON.stringify(line)}: ${part}`).toBe(false)
    }
  })
})
