import type { PipelineListItem } from '@millrace/contract'
import { expect, it } from 'vitest'
import { filterChoices, pipelinesToPick } from './pipeline-filters.ts'
import { exampleMaster, examplePipeline, exampleTypes } from './pipelines.examples.ts'

const names = (pipelines: PipelineListItem[]) => pipelines.map(({ name }) => name)

it('PIC-003/ui lists masters first, then by name', () => {
  const list = [examplePipeline({ name: 'B' }), examplePipeline({ name: 'A' }), exampleMaster({ name: 'Z' })]
  expect(names(pipelinesToPick(list, {}))).toEqual(['Z', 'A', 'B'])
})
it('PIC-002/ui filters by brand, locale, product line and data kind together', () => {
  const list = [examplePipeline(), exampleMaster()]
  expect(names(pipelinesToPick(list, { locale: 'l2', brand: 'b1', productLine: 'p1', datakind: 'd1' }))).toEqual([
    'Bikes fr-FR',
  ])
  expect(pipelinesToPick(list, { locale: 'l2', brand: 'b2' })).toEqual([])
})
it('PIC-008/ui offers brands, locales, product lines and data kinds, dealer among them', () => {
  const choices = filterChoices(exampleTypes)
  expect(Object.entries(choices).map(([field, list]) => [field, list.map(({ label }) => label)])).toEqual([
    ['brand', ['Adventure Works', 'OpenEV']],
    ['locale', ['en-US', 'fr-FR']],
    ['productLine', ['Bikes']],
    ['datakind', ['product', 'dealer']],
  ])
})
it('PIC-010/ui a data kind that is only an id is filtered like an object', () => {
  const plain = examplePipeline({ datakind: 'd2' as unknown as PipelineListItem['datakind'] })
  expect(pipelinesToPick([plain], { datakind: 'd2' })).toHaveLength(1)
  expect(pipelinesToPick([plain], { datakind: 'd1' })).toEqual([])
})
it('PIC-009/ui a locale reads language-country', () => {
  expect(filterChoices(exampleTypes).locale).toContainEqual({ value: 'l2', label: 'fr-FR' })
})
