import type { Import, RunCounts } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { explainCounts } from './count-words.ts'
import { exampleEnded, exampleImport } from './imports.examples.ts'

const run = (read: number, rejected = 0, more: Partial<RunCounts> = {}): RunCounts => ({
  read,
  rejected,
  written: read - rejected,
  ...more,
})
const ended = (counts: Import['counts']) => exampleEnded({ counts })

describe('why so many records came out', () => {
  it('701 became 40: the component kept so many', () => {
    const imp = ended({ sources: { dealers: run(701) }, sinks: { dealers: run(40) } })
    expect(explainCounts(imp)).toEqual([
      '701 records of dealers were read.',
      'The component Enrich bikes made 40 records for dealers of these 701: it drops the others, or puts several into one.',
    ])
  })

  it('tells each source, what was left out and that several sources are joined', () => {
    const imp = ended({ sources: { catalogue: run(1606), local: run(197, 40) }, sinks: { products: run(157) } })
    expect(explainCounts(imp)).toEqual([
      '1,803 records were read: 1,606 of catalogue, 197 of local.',
      '40 of local do not fit its schema and were left out.',
      'The component Enrich bikes made 157 records for products of the other 1,763: it joins records of several sources into one, or drops some.',
    ])
  })

  it('tells what a destination left out and what a table merged by key', () => {
    const products = run(157, 2, { written: 3, created: 1, changed: 2, unchanged: 149 })
    expect(explainCounts(ended({ sources: { local: run(157) }, sinks: { products } }))).toEqual([
      '157 records of local were read.',
      'All 157 arrived at products.',
      '2 of products do not fit its schema and were left out.',
      '3 of products have the key of a later record: its table takes the last of each key.',
    ])
  })

  it('takes an import for merged only where the table tells what it created', () => {
    expect(
      explainCounts(ended({ sources: { local: run(9) }, sinks: { products: run(9, 0, { written: 3 }) } })),
    ).toEqual(['9 records of local were read.', 'All 9 arrived at products.'])
  })

  it('counts one record in the singular, and names no component that is not known', () => {
    const one = run(2, 1)
    const imp = exampleEnded({ ranWith: null, counts: { sources: { local: one }, sinks: { a: run(1, 1), b: run(0) } } })
    expect(explainCounts(imp)).toEqual([
      '2 records of local were read.',
      '1 of local does not fit its schema and was left out.',
      'The other 1 arrived at a.',
      'The component made no records for b of the other 1: it drops the others, or puts several into one.',
      '1 of a does not fit its schema and was left out.',
    ])
  })

  it('tells destinations that got as many in one sentence', () => {
    const sinks = { warehouse: run(75), file: run(75), archive: run(97) }
    expect(explainCounts(ended({ sources: { local: run(97) }, sinks }))).toEqual([
      '97 records of local were read.',
      'The component Enrich bikes made 75 records each for warehouse and file of these 97: it drops the others, or puts several into one.',
      'All 97 arrived at archive.',
    ])
  })

  it('more may come out than went in', () => {
    expect(explainCounts(ended({ sources: { local: run(10) }, sinks: { prices: run(30) } }))[1]).toBe(
      'The component Enrich bikes made 30 records for prices of these 10.',
    )
  })

  it('says nothing of an import that runs, failed or has no counts', () => {
    const counts = { sources: { local: run(10) }, sinks: { products: run(3) } }
    expect(explainCounts(exampleImport({ counts }))).toEqual([])
    expect(explainCounts(exampleEnded({ state: 'failed', counts }))).toEqual([])
    expect(explainCounts(ended({ sources: {}, sinks: {} }))).toEqual([])
    expect(explainCounts(ended({ sources: {}, sinks: { products: run(3) } }))).toEqual([])
  })
})
