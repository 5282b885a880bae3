import type { Finding } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { presentRejectedRecord } from './rejected-record.presenter.ts'

const finding = (column: string | null): Finding => ({
  row: 2,
  line: 3,
  column,
  path: `/${column}`,
  rule: 'type',
  value: '',
  message: `${column} is wrong`,
})
const at = { row: 2, line: 3 }

describe('a rejected record for people', () => {
  it('names the cells of a table by its header, and those beyond it by their place', () => {
    const findings = [finding('b')]
    expect(
      presentRejectedRecord({ ...at, findings, columns: ['a', 'b', 'c'], record: ['1', '', undefined, 'x'] }),
    ).toEqual({
      ...at,
      findings,
      cells: [
        { name: 'a', value: '1' },
        { name: 'b', value: '' },
        { name: 'c', value: null },
        { name: 'Cell 4', value: 'x' },
      ],
      more: 0,
    })
  })

  it('names the properties of an object, and those that are missing', () => {
    const record = { a: 1, b: null, c: { d: [true] }, e: 'text' }
    const { cells } = presentRejectedRecord({ ...at, findings: [finding('gone'), finding('a')], columns: null, record })
    expect(cells).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: 'null' },
      { name: 'c', value: '{"d":[true]}' },
      { name: 'e', value: 'text' },
      { name: 'gone', value: null },
    ])
  })

  it('is cut where nobody would read it, yet keeps every cell with a finding', () => {
    const columns = Array.from({ length: 3000 }, (_, i) => `c${i}`)
    const findings = [finding('c2999'), finding('c7')]
    const record = columns.map((name) => (name === 'c0' ? 'x'.repeat(5000) : name))
    const { cells, more } = presentRejectedRecord({ ...at, findings, columns, record })
    expect([cells.length, more]).toEqual([500, 2500])
    expect(cells[0]?.value).toBe(`${'x'.repeat(2000)}…`)
    expect(cells.map(({ name }) => name)).toEqual([...columns.slice(0, 499), 'c2999'])
    const all = columns.map(finding)
    expect(presentRejectedRecord({ ...at, findings: all, columns, record }).cells).toHaveLength(500)
  })
})
