import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const split = (record: unknown, settings: unknown) => callBlock('Split', { records: [record], settings }).records

describe('Split', () => {
  it.each<[unknown, unknown, unknown]>([
    [
      { s: 1, c: ['r', 'b'] },
      { field: 'c' },
      [
        { s: 1, c: 'r' },
        { s: 1, c: 'b' },
      ],
    ],
    [
      { c: 'r; b;;' },
      { field: 'c', separator: ';', to: 'd', index: 'n' },
      [
        { d: 'r', n: 1 },
        { d: 'b', n: 2 },
      ],
    ],
    [{ c: 'r;b' }, { field: 'c' }, [{ c: 'r;b' }]],
    [{ s: 1 }, { field: 'c' }, [{ s: 1 }]],
    [{ s: 1, c: [] }, { field: 'c', whenEmpty: 'drop' }, []],
    [{ s: 1, o: [{ p: 2 }, { s: 3 }] }, { field: 'o', spread: true }, [{ s: 1, p: 2 }, { s: 3 }]],
    [{ o: [{ 'a.b': 1 }], a: { c: 2 } }, { field: 'o', spread: true }, [{ 'a.b': 1, a: { c: 2 } }]],
    [{ a: { b: [1, 2], c: 0 } }, { field: 'a.b' }, [{ a: { b: 1, c: 0 } }, { a: { b: 2, c: 0 } }]],
    [{ c: 5 }, { field: 'c', separator: ';' }, [{ c: '5' }]],
    [{ c: { x: 1 } }, { field: 'c', separator: ';' }, [{ c: { x: 1 } }]],
  ])('%j by %j gives %j', (record, settings, records) => {
    const before = structuredClone(record)
    expect(split(record, settings)).toEqual(records)
    expect(record).toEqual(before)
  })

  it('says which setting is wrong', () => {
    expect(errorMessageOf(() => split({}, {}))).toBe('Split: settings.field is missing')
  })
})
