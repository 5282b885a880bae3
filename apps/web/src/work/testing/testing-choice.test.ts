import { expect, it } from 'vitest'
import { exampleLeaf, exampleTree } from '../../documents/explorer/explorer.examples.ts'
import { exampleMaster, examplePipeline } from '../../documents/pipelines/pipelines.examples.ts'
import { leafOfVersion, filterTree, versionsToTry } from './testing-choice.ts'

const pipelines = [exampleMaster(), examplePipeline(), examplePipeline({ _id: 'fr4', version: 4, vLocked: false })]
const leaf = exampleLeaf('Bikes fr-FR', [
  ['fr4', 4, false],
  ['fr', 3, true],
  ['fr1', 1, true],
])

it('PIC-004/ui offers the versions one may pick, the newest first', () => {
  expect(versionsToTry(leaf, pipelines).map(({ version }) => version)).toEqual([4, 3])
})
it('finds the document of a version', () => {
  expect(leafOfVersion(exampleTree(), 'fr')?.label).toBe('Bikes fr-FR')
  expect(leafOfVersion(exampleTree(), 'root')).toBeUndefined()
})
it('UPL-021/ui keeps the documents with a version of the chosen classes, all of them without a choice', () => {
  expect(filterTree(pipelines, {})).toBeUndefined()
  const french = filterTree(pipelines, { locale: 'l2', brand: 'b1' })
  expect(french?.(leaf)).toBe(true)
  expect(french?.(exampleLeaf('Bikes catalogue', [['master', 1, true]]))).toBe(false)
})
