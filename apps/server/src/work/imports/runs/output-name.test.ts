import { describe, expect, it } from 'vitest'
import { outputFileName, outputId } from './output-name.ts'

const at = new Date('2026-01-31T23:30:05Z')

describe('outputFileName', () => {
  it('UPL-020/api names pipeline, sink and the instant in the platform zone', () => {
    const of = { pipeline: 'Bikes fr-FR', sink: 'catalogue_file', format: 'ndjson' as const }
    expect(outputFileName(of, at, 'Europe/Paris')).toBe('Bikes-fr-FR-catalogue_file-20260201-003005.ndjson')
    expect(outputFileName(of, at, 'America/New_York')).toBe('Bikes-fr-FR-catalogue_file-20260131-183005.ndjson')
  })
  it.each(['json', 'ndjson', 'csv', 'xlsx', 'xml'] as const)('ends as the format %s does', (format) => {
    expect(outputFileName({ pipeline: 'P', sink: 's', format }, at, 'UTC')).toBe(`P-s-20260131-233005.${format}`)
  })
  it('leaves letters of any language and replaces what no file name should hold', () => {
    const name = outputFileName({ pipeline: '../Räder/自転車 "x"', sink: 'out', format: 'csv' }, at, 'UTC')
    expect(name).toBe('..-Räder-自転車--x--out-20260131-233005.csv')
  })
})

describe('outputId', () => {
  it('is the same for every attempt of one import and sink, and another for others', () => {
    const id = '01a1fcec922f0c39cc48b79a114fff69'
    expect(outputId(id, 'out')).toBe(outputId(id, 'out'))
    expect(outputId(id, 'out')).not.toBe(outputId(id, 'other'))
    expect(outputId(id, 'out')).toMatch(/^01a1fcec922f[0-9a-f]{20}$/)
  })
})
