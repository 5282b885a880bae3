import type { Finding } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { FindingCollector } from './finding-collector.ts'
import { createRowValidator } from './row-validator.ts'

describe('finding groups', () => {
  it('UPL-019/engine groups by rule, column and cause, with counts and the first five places', () => {
    const schema = { required: ['n'], properties: { n: { type: 'number' }, list: { items: { type: 'string' } } } }
    const validator = createRowValidator({ schema, store: {}, coerce: false })
    const collector = new FindingCollector()
    for (let row = 1; row <= 20; row++)
      collector.add(validator.check({ n: `bad ${row}`, list: ['x', row] }, row, row + 1) ?? [])
    collector.add(validator.check({}, 21, 22) ?? [])
    expect(collector.total).toBe(41)
    const groups = collector.groups()
    expect(groups.map(({ rule, column, message, count }) => [rule, column, message, count])).toEqual([
      ['type', 'n', "Field 'n' is not a number", 20],
      ['type', 'list', "Field 'list/*' is not a text", 20],
      ['required', 'n', "Field 'n' is missing", 1],
    ])
    expect(groups[0]?.first.map(({ row, line, value }) => [row, line, value])).toEqual(
      [1, 2, 3, 4, 5].map((row) => [row, row + 1, `bad ${row}`]),
    )
  })

  it('UPL-019/engine tells causes apart that share rule and column, and rules that share a column', () => {
    const schema = {
      properties: { size: { properties: { w: { type: 'number' }, h: { type: 'number' } }, required: ['w'] } },
    }
    const validator = createRowValidator({ schema, store: {}, coerce: false })
    const collector = new FindingCollector()
    for (const size of [{ w: 'x', h: 'y' }, { w: 1, h: 'y' }, {}]) collector.add(validator.check({ size }, 1, 2) ?? [])
    expect(collector.groups().map(({ rule, column, message, count }) => [rule, column, message, count])).toEqual([
      ['type', 'size', "Field 'size/h' is not a number", 2],
      ['type', 'size', "Field 'size/w' is not a number", 1],
      ['required', 'size', "Field 'size/w' is missing", 1],
    ])
  })

  it('stays small when every finding is of another kind', () => {
    const collector = new FindingCollector()
    const finding = (i: number): Finding => ({
      row: i,
      line: i,
      column: `c${i}`,
      path: '',
      rule: 'r',
      value: '',
      message: `m ${i}`,
    })
    for (let i = 0; i < 100_000; i++) collector.add([finding(i)])
    expect(collector.groups()).toHaveLength(501)
    expect(collector.total).toBe(100_000)
    expect(collector.groups()[0]).toMatchObject({
      rule: 'other',
      count: 99_500,
      message: 'Further findings of other kinds',
    })
  })
})
