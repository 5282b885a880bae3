import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DataSource, PipelineListItem } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { readSourceArguments } from './source-arguments.ts'

const source = (dataSubKind: string, more: Partial<DataSource> = {}): DataSource => ({
  dataSubKind,
  connectorType: 'manual',
  dataFromMaster: false,
  contentType: 'csv',
  enabled: true,
  ...more,
})
const withSources = (...dataSources: DataSource[]) => ({ dataSources }) as unknown as PipelineListItem
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-arguments-'))
const file = path.join(folder, 'a=b.csv')
writeFileSync(file, 'key\n1\n')

describe('readSourceArguments', () => {
  const two = withSources(source('local'), source('stock'), source('catalogue', { dataFromMaster: true }))

  it('reads kind=file, also when the file name holds an equals sign', () => {
    expect(readSourceArguments(two, [`stock=${file}`])).toEqual([
      { dataSubKind: 'stock', file, name: 'a=b.csv', size: 6 },
    ])
  })
  it('takes a bare file name when there is one source to upload', () => {
    expect(readSourceArguments(withSources(source('local')), [file])[0]?.dataSubKind).toBe('local')
  })
  it.each([
    ['a bare name with several sources', [file], /write kind=file, where kind is one of local, stock/],
    ['a source the master feeds', [`catalogue=${file}`], /one of local, stock/],
    ['a missing file', [`local=${file}.gone`], /There is no file/],
    ['a source given twice', [`local=${file}`, `local=${file}`], /given twice/],
  ])('refuses %s', (_, values, message) => {
    expect(() => readSourceArguments(two, values)).toThrow(message)
  })
})
