import { describe, expect, it } from 'vitest'
import { readContent } from '../test-support/read-for-test.ts'
import { describeContentMismatch, detectContent } from './detect-content.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const xlsx = workbookBytes({ sheets: { S: sheetRow(1, ['a']) } })

describe('what content looks like', () => {
  it.each([
    ['a,b\n1,2\n', 'text'],
    ['a', 'text'],
    ['{"a":1}', 'json'],
    ['  \n[{"a":1}]', 'json'],
    ['[1,2]', 'json'],
    ['\ufeff{"a":1}', 'json'],
    ['[brackets],b\n', 'text'],
    ['{curly},b\n', 'text'],
    ['<?xml version="1.0"?><a/>', 'xml'],
    ['<!DOCTYPE lensdatabase SYSTEM "x.dtd">\n<a/>', 'xml'],
    ['<list>\n', 'xml'],
    ['<5;a\n', 'text'],
    ['<!doctype html><html>', 'other'],
    ['%PDF-1.7', 'other'],
    ['', 'empty'],
  ])('%j is %s', (content, kind) => {
    expect(detectContent(Buffer.from(content), 'x').kind).toBe(kind)
  })

  it('tells UTF-16 text from binary data', () => {
    expect(detectContent(Buffer.from('a;b\n1;2\n', 'utf16le'), 'x').kind).toBe('text')
    expect(detectContent(Buffer.from('\ufeff{"a":1}', 'utf16le'), 'x').kind).toBe('json')
    expect(detectContent(Buffer.from('some text\0with zeros and more of it'), 'x').kind).toBe('other')
  })

  it('tells workbooks, other archives and images apart', () => {
    expect(detectContent(xlsx, 'x')).toEqual({ kind: 'excel', label: 'an Excel workbook' })
    expect(detectContent(xlsx.subarray(0, 300), 'x.xlsx').kind).toBe('excel')
    expect(detectContent(png, 'x.csv').label).toBe('a PNG image')
    expect(detectContent(Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'x.xls').label).toMatch(/old Office file/)
  })

  it.each([
    ['csv', xlsx, 'The file looks like an Excel workbook, not like delimited text (CSV)'],
    ['csv', png, 'The file looks like a PNG image, not like delimited text (CSV)'],
    ['csv', Buffer.from('[{"a":1}]'), 'The file looks like JSON, not like delimited text (CSV)'],
    ['json', png, 'The file looks like a PNG image, not like JSON'],
    ['excel', Buffer.from('a,b\n1,2\n'), 'The file looks like text, not like an Excel workbook (.xlsx)'],
    ['xml', Buffer.from('<!doctype html><html></html>'), 'The file looks like a web page, not like XML'],
    ['zip', xlsx, 'The file looks like an Excel workbook, not like a zip archive'],
  ] as const)(
    'UPL-006/engine refuses content of another type for %s and names what it looks like',
    async (kind, content, message) => {
      expect(describeContentMismatch(detectContent(content, 'x'), kind)).toBe(message)
      await expect(readContent(content, { kind })).rejects.toMatchObject({
        name: 'FileError',
        code: 'wrongType',
        message,
      })
    },
  )

  it.each(['csv', 'json', 'excel', 'xml', 'text', 'zip'] as const)('refuses an empty file for %s', async (kind) => {
    await expect(readContent('', { kind })).rejects.toMatchObject({
      code: 'empty',
      message: 'The file is empty: it has 0 bytes',
    })
  })
})
