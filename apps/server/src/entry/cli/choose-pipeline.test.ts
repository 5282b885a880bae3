import type { PipelineListItem } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { choosePipeline } from './choose-pipeline.ts'

const pipeline = (_id: string, name: string, path: string): PipelineListItem => ({
  _id,
  name,
  path,
  version: 1,
  vLocked: true,
  isMaster: false,
  masterPipeline: null,
  brand: null,
  locale: null,
  productLine: null,
  datakind: null,
  dataSources: [],
  dataSinks: [],
})
const list = [
  pipeline('1', 'Bikes fr-FR', 'Bikes/Bikes fr-FR'),
  pipeline('2', 'Prices', 'Bikes/Prices'),
  pipeline('3', 'Prices', 'Cars/Prices'),
]

describe('choosePipeline', () => {
  it.each([
    ['3', '3'],
    ['bikes fr-fr', '1'],
    ['Cars/Prices', '3'],
  ])('%s stands for pipeline %s', (wanted, id) => {
    expect(choosePipeline(list, wanted)._id).toBe(id)
  })
  it('lists the paths when a name is ambiguous', () => {
    expect(() => choosePipeline(list, 'prices')).toThrow(
      expect.objectContaining({ details: ['  Bikes/Prices  (2)', '  Cars/Prices  (3)'] }),
    )
  })
  it('says when nothing fits', () => {
    expect(() => choosePipeline(list, 'Chairs')).toThrow("There is no pipeline 'Chairs' that you may see")
  })
})
