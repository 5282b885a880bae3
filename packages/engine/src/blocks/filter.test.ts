import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const records = [
  { id: 1, name: 'Helmet', price: 35, tags: [], a: { b: 'x' } },
  { id: 2, name: 'helmet blue', price: '8.99', country: 'FR', a: { b: 'y' } },
  { id: 3, name: '', price: null, country: 'fr', sold: '2024-02-01' },
  { id: 4, name: 'Bike', price: '1,200', country: 'DE', sold: '2024-11-01', 'a.b': 'x' },
]
const context = { locale: { country: 'FR' } }
const keep = (conditions: unknown, match = 'all') =>
  callBlock('Filter', { records, settings: { match, conditions } }, { context }).kept?.map((record) => record.id)

describe('Filter', () => {
  it.each<[Record<string, unknown>, number[]]>([
    [{ field: 'name', is: 'equals', value: 'Helmet' }, [1]],
    [{ field: 'name', value: 'Helmet' }, [1]],
    [{ field: 'name', is: 'equals', value: 'HELMET', ignoreCase: true }, [1]],
    [{ field: 'name', is: 'equals', value: '' }, [3]],
    [{ field: 'id', is: 'equals', value: '2' }, [2]],
    [{ field: 'price', is: 'equals', value: 8.99 }, [2]],
    [{ field: 'name', is: 'not equals', value: 'Bike' }, [1, 2, 3]],
    [{ field: 'name', is: 'contains', value: 'elm' }, [1, 2]],
    [{ field: 'name', is: 'starts with', value: 'hel' }, [2]],
    [{ field: 'name', is: 'starts with', value: 'hel', ignoreCase: true }, [1, 2]],
    [{ field: 'name', is: 'ends with', value: 'e' }, [2, 4]],
    [{ field: 'name', is: 'matches', value: '^[A-Z]\\w+$' }, [1, 4]],
    [{ field: 'price', is: 'greater than', value: 8.99 }, [1]],
    [{ field: 'price', is: 'at least', value: '8.99' }, [1, 2]],
    [{ field: 'price', is: 'less than', value: 10 }, [2]],
    [{ field: 'price', is: 'at most', value: 35 }, [1, 2]],
    [{ field: 'sold', is: 'less than', value: '2024-10-01' }, [3]],
    [{ field: 'tags', is: 'is empty' }, [1, 2, 3, 4]],
    [{ field: 'country', is: 'is not empty' }, [2, 3, 4]],
    [{ field: 'country', is: 'is one of', value: ['FR', 'DE'] }, [2, 4]],
    [{ field: 'country', is: 'is one of', value: ['FR'], ignoreCase: true }, [2, 3]],
    [{ field: 'country', is: 'equals', fromContext: 'locale.country' }, [2]],
    [{ field: 'a.b', is: 'equals', value: 'x' }, [1, 4]],
    [{ field: 'constructor', is: 'is empty' }, [1, 2, 3, 4]],
    [{ field: 'unknown', is: 'contains', value: 'x' }, []],
  ])('%j keeps %j', (condition, ids) => {
    expect(keep([condition])).toEqual(ids)
  })

  it('asks for all conditions or any, and gives every record to one output', () => {
    const conditions = [
      { field: 'country', is: 'equals', value: 'FR' },
      { field: 'name', is: 'equals', value: 'Bike' },
    ]
    expect(keep(conditions)).toEqual([])
    expect(keep(conditions, 'any')).toEqual([2, 4])
    const { kept, others } = callBlock('Filter', { records, settings: { match: 'any', conditions } })
    expect([...(kept ?? []), ...(others ?? [])]).toHaveLength(records.length)
  })

  it('takes a field called __proto__ for data', () => {
    const odd = JSON.parse('[{"__proto__": "x"}, {"id": 1}]') as unknown
    const settings = { conditions: [{ field: '__proto__', is: 'is not empty' }] }
    expect(callBlock('Filter', { records: odd, settings }).others).toEqual([{ id: 1 }])
  })

  it.each<[unknown, string]>([
    [undefined, 'Filter: settings is missing'],
    ['all', 'Filter: settings is not an object'],
    [{}, 'Filter: settings.conditions is missing'],
    [{ conditions: 'x' }, 'Filter: settings.conditions is not a list of objects'],
    [{ conditions: ['x'] }, 'Filter: settings.conditions[0] is not an object'],
    [{ conditions: [{ is: 'equals' }] }, 'Filter: settings.conditions[0].field is missing'],
    [{ conditions: [{ field: 5 }] }, 'Filter: settings.conditions[0].field is not a text'],
    [{ conditions: [{ field: 'a' }] }, 'Filter: settings.conditions[0].value is missing'],
    [
      { conditions: [{ field: 'a', is: 'is one of', value: 'b' }] },
      'Filter: settings.conditions[0].value is not a list',
    ],
    [
      { conditions: [{ field: 'a', is: 'matches', value: '(' }] },
      'Filter: settings.conditions[0].value is no pattern: Invalid regular expression: /(/u: Unterminated group',
    ],
    [
      { conditions: [{ field: 'a', fromContext: 'locale.planet' }] },
      "Filter: settings.conditions[0].fromContext is 'locale.planet', which this run does not have",
    ],
    [{ conditions: [], match: 'some' }, "Filter: settings.match is 'some', but must be one of all, any"],
    [
      { conditions: [{ field: 'a', ignorecase: true }] },
      'Filter: settings.conditions[0].ignorecase is not a setting; the settings are field, is, value, fromContext, ignoreCase',
    ],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => callBlock('Filter', { records, settings }, { context }))).toBe(message)
  })

  it.each<[unknown, string]>([
    [undefined, "Filter: nothing leads to the input 'records'"],
    ['x', "Filter: the input 'records' is not a list"],
    [[{}, null], "Filter: entry 2 of 'records' is not a record"],
  ])('says of the records %j: %s', (given, message) => {
    const settings = { conditions: [{ field: 'a', value: 1 }] }
    expect(errorMessageOf(() => callBlock('Filter', { records: given, settings }))).toBe(message)
  })
})
