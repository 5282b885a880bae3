import type { PipelineListItem } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { pickerLists } from './picker-lists.ts'

describe('the picker', () => {
  it('API-013/api offers of each list only the values that occur in the pipelines offered', () => {
    const [bikes, cars] = [
      { _id: '1', name: 'b', label: 'Bikes' },
      { _id: '2', name: 'c', label: 'Cars' },
    ]
    const item = (productLine: typeof bikes | null) =>
      ({ productLine, brand: { _id: 'x', name: 'X' }, locale: null, datakind: null }) as unknown as PipelineListItem
    const pipelines = [item(cars), item(bikes), item(cars), item(null)]
    expect(pickerLists(pipelines)).toEqual({
      pipelines,
      productLines: [bikes, cars],
      brands: [{ _id: 'x', name: 'X' }],
      locales: [],
      datakinds: [],
    })
  })
})
