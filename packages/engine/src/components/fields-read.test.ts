import { expect, it } from 'vitest'
import { compiled, forEachRecord } from './components-for-test.ts'
import { fieldsRead } from './fields-read.ts'

type Parts = Parameters<typeof compiled>[0]

const read = async (parts: Parts) => fieldsRead(await compiled(parts))

const each = (links: string[], uses: string[], more: object = {}) => ({
  ...{ name: 'Each', kind: 'forEach' as const, in: ['rows', 'fixed'], out: ['rows'], uses, links },
  ...more,
})
const leaf = (name: string, jsCode: string) => ({ name, in: ['row', 'other'], out: ['row'], jsCode })
const reads = (...fields: string[]) => `ctx.output.row = { n: [${fields.map((name) => `ctx.input.row.${name}`)}] }`

it('of records that are taken one by one: what the code reads, through workflows too', async () => {
  expect(await read(forEachRecord(reads('a', 'b')))).toEqual({ rows: ['a', 'b'] })
  expect(await read(forEachRecord('ctx.output.row = ctx.input.row'))).toEqual({ rows: null })
})

it('several that take the record: what any of them reads; everything where one may see all', async () => {
  const links = ['.rows → A.row', '.rows → B.row', 'A.row → .rows', 'B.row → .rows']
  const parts = (b: string) => [each(links, ['A', 'B']), leaf('A', reads('a')), leaf('B', b)]
  expect(await read(parts(reads('b')))).toEqual({ rows: ['a', 'b'], fixed: null })
  expect(await read(parts('ctx.output.row = ctx.input.row'))).toEqual({ rows: null, fixed: null })
})

it('several lists of records: each by itself', async () => {
  const both = {
    ...{ name: 'Both', in: ['a', 'b'], out: ['rows'], uses: ['One: Each', 'Two: Each'] },
    links: ['.a → One.rows', '.b → Two.rows', 'One.rows → .rows', 'Two.rows → .rows'],
  }
  const links = ['.rows → A.row', 'A.row → .rows']
  expect(await read([both, each(links, ['A']), leaf('A', reads('x'))])).toEqual({ a: ['x'], b: ['x'] })
})

it('what one component makes of a record is its own', async () => {
  const links = ['.rows → A.row', 'A.row → B.row', 'B.row → .rows']
  const parts = [each(links, ['A', 'B']), leaf('A', reads('a')), leaf('B', 'ctx.output.row = ctx.input.row')]
  expect(await read(parts)).toEqual({ rows: ['a'], fixed: null })
})

it('a forEach inside takes the record as it is, or for its list', async () => {
  const inner = each(['.rows → A.row', '.fixed → A.other', 'A.row → .rows'], ['A'], { name: 'Inner' })
  const made = leaf('List', 'ctx.output.row = [{ n: ctx.input.row.n }]')
  const code = 'ctx.output.row = { n: ctx.input.row.n, of: ctx.input.other.id }'
  const outer = (list: string) => {
    const links = ['.rows → List.row', `${list} → Inner.rows`, '.rows → Inner.fixed', 'Inner.rows → .rows']
    return [each(links, ['List', 'Inner']), inner, made, leaf('A', code)]
  }
  expect(await read(outer('List.row'))).toEqual({ rows: ['id', 'n'], fixed: null })
  expect(await read(outer('.rows'))).toEqual({ rows: null, fixed: null })
})

it.each<[string, Parts]>([
  ['the list goes to code as a whole', [{ name: 'All', in: ['rows'], out: ['rows'], jsCode: reads('a') }]],
  [
    'the list comes out again',
    [{ name: 'W', in: ['rows'], out: ['rows'], uses: ['Each'], links: ['.rows → .rows'] }, each([], [])],
  ],
  ['the record comes out again', [each(['.rows → .rows'], ['A']), leaf('A', reads('a'))]],
  [
    'the list is the same for all items of another',
    [each(['.rows → A.other', '.fixed → A.row', 'A.row → .rows'], ['A']), leaf('A', reads('a'))],
  ],
  [
    'code of a link sees the record',
    [each(['.rows → A.row :: ctx.output = ctx.input.a', 'A.row → .rows'], ['A']), leaf('A', reads('a'))],
  ],
  [
    'the record is merged with a constant',
    [each(['.rows → A.row', 'A.row → .rows'], ['A'], { values: { A: { row: { z: 1 } } } }), leaf('A', reads('a'))],
  ],
  [
    'a record-wise component takes the list',
    [{ name: 'B', recordWise: true, kind: 'function', in: ['rows'], out: ['rows'], jsCode: 'return ctx.input' }],
  ],
])('everything where %s', async (_what, parts) => {
  const found = await read(parts)
  expect(_what.includes('another') ? found.fixed : found.rows).toBeNull()
})
