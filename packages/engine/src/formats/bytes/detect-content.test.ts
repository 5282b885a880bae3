import { describe, expect, it } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { readContent } from '../test-support/read-for-test.ts'
import { describeContentMismatch, detectContent } from './detect-content.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const oldOffice = Buffer.from('d0cf11e0a1b11ae10000', 'hex')
const locked = Buffer.concat([oldOffice, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])
const ods = Buffer.from(zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }, { level: 0 }))
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
  })

  it.each([
    [
      'csv',
      xlsx,
      'The file looks like an Excel workbook, not like delimited text (CSV). Open it in a spreadsheet program and save it as CSV',
    ],
    ['csv', png, 'The file looks like a PNG image, not like delimited text (CSV)'],
    [
      'csv',
      Buffer.from('[{"a":1}]'),
      'The file looks like JSON, not like delimited text (CSV). Let the source take JSON, or choose another file',
    ],
    ['json', png, 'The file looks like a PNG image, not like JSON'],
    [
      'excel',
      Buffer.from('a,b\n1,2\n'),
      'The file looks like text, not like an Excel workbook (.xlsx). Open it in a spreadsheet program and save it as an Excel workbook (.xlsx), or let the source take delimited text (csv)',
    ],
    [
      'xml',
      Buffer.from('<!doctype html><html></html>'),
      'The file looks like a web page, not like XML. Open it in a spreadsheet program and save it as XML',
    ],
    ['zip', xlsx, 'The file looks like an Excel workbook, not like a zip archive. Pack it into a zip archive'],
    [
      'csv',
      Buffer.from('1f8b0800', 'hex'),
      'The file looks like a gzip archive, not like delimited text (CSV). Unpack it and send the file inside',
    ],
    [
      'excel',
      oldOffice,
      'The file looks like an old Office file such as .xls, not like an Excel workbook (.xlsx). Open it in a spreadsheet program and save it as an Excel workbook (.xlsx)',
    ],
    [
      'excel',
      locked,
      'The file looks like a workbook with a password, not like an Excel workbook (.xlsx). Open it in a spreadsheet program and save it as an Excel workbook (.xlsx)',
    ],
    [
      'excel',
      ods,
      'The file looks like an OpenDocument file such as .ods, not like an Excel workbook (.xlsx). Open it in a spreadsheet program and save it as an Excel workbook (.xlsx)',
    ],
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
