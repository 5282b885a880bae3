import { mimetypes, uploadLimitBytes } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { exampleSource } from '../../documents/pipelines/pipelines.examples.ts'
import { acceptAttribute, fileRefusal } from './file-refusal.ts'

const limits = { mimetypes, maxUpload: uploadLimitBytes }
const source = exampleSource({ contentType: 'csv' })

describe('a file for a source', () => {
  it('UPL-005/ui must be under 20 MiB, one byte less is taken', () => {
    expect(fileRefusal({ name: 'a.csv', size: 20 * 1024 * 1024 }, source, limits)).toBe('File must be under 20 MiB')
    expect(fileRefusal({ name: 'a.csv', size: 20 * 1024 * 1024 - 1 }, source, limits)).toBeNull()
  })
  it('UPL-006/ui must be of the content type of the source', () => {
    expect(fileRefusal({ name: 'a.xlsx', size: 1 }, source, limits)).toBe(
      'The file type is not accepted for local. Open it in a spreadsheet program and save it as CSV',
    )
    expect(fileRefusal({ name: 'A.TSV', size: 1 }, source, limits)).toBeNull()
    expect(fileRefusal({ name: 'csv', size: 1 }, source, limits)).toMatch(
      /^The file type is not accepted for local\. It takes files that end in /,
    )
  })
  it('UPL-007/ui the input accepts what mimetypes lists for the content type', () => {
    expect(acceptAttribute(exampleSource({ contentType: 'excel' }), limits)).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,' +
        'application/vnd.ms-excel.sheet.macroEnabled.12,.xlsx,.xlsm',
    )
  })
})
