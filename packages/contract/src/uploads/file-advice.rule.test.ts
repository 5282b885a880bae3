import { describe, expect, it } from 'vitest'
import { adviceForEnding } from './file-advice.rule.ts'

describe('what to do with a file that a source does not take', () => {
  it.each([
    ['excel', 'Prices.XLS', 'Open it in a spreadsheet program and save it as an Excel workbook (.xlsx)'],
    ['excel', 'prices.ods', 'Open it in a spreadsheet program and save it as an Excel workbook (.xlsx)'],
    ['csv', 'prices.xlsx', 'Open it in a spreadsheet program and save it as CSV'],
    ['csv', 'prices.csv.gz', 'Unpack it and send the file inside'],
    ['csv', 'prices.pdf', 'It takes files that end in .csv, .tsv or .txt'],
    ['zip', 'prices', 'It takes files that end in .zip'],
  ])('%s, %s: %s', (kind, name, advice) => {
    expect(adviceForEnding(kind, name)).toBe(advice)
  })
})
