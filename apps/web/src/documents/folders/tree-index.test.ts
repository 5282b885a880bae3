import { describe, expect, it } from 'vitest'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { folderAt, foldersAround, foldersOf, indexTree, pathOf, rowOfVersion } from './tree-index.ts'

const labels = (filter: Parameters<typeof indexTree>[1]) =>
  [...indexTree(exampleTree(), filter).entries.values()].map(({ node }) => node.label)

describe('a tree as rows', () => {
  it('holds everything in the order of the rows, empty folders too', () => {
    expect(labels({ words: '' })).toEqual(['Pipelines', 'Bikes', 'Bikes catalogue', 'Bikes fr-FR', 'Empty', 'Stores'])
  })
  it('a search leaves what has the letters, with the folders around it', () => {
    expect(labels({ words: ' FR-fr ' })).toEqual(['Pipelines', 'Bikes', 'Bikes fr-FR'])
    expect(labels({ words: 'stores' })).toEqual(['Pipelines', 'Stores'])
  })
  it('a folder that has the letters shows all it holds', () => {
    expect(labels({ words: 'empt' })).toEqual(['Pipelines', 'Empty'])
    expect(labels({ words: 'bikes' })).toEqual(['Pipelines', 'Bikes', 'Bikes catalogue', 'Bikes fr-FR'])
  })
  it('a rule for documents leaves folders without any out, the root excepted', () => {
    expect(labels({ words: '', only: ({ isMaster }) => isMaster === true })).toEqual([
      'Pipelines',
      'Bikes',
      'Bikes catalogue',
    ])
    expect(labels({ words: '', only: () => false })).toEqual(['Pipelines'])
  })
})

describe('places in a tree', () => {
  const index = indexTree(exampleTree(), { words: '' })
  it('a document is found by any of its versions', () => {
    expect(rowOfVersion(index, 'fr')).toBe('fr4')
    expect(rowOfVersion(index, 'fr4')).toBe('fr4')
    expect(rowOfVersion(index, 'unknown')).toBeUndefined()
  })
  it('knows the folders around a row and the path to it', () => {
    expect(foldersAround(index, 'fr4')).toEqual(['root', 'bikes'])
    expect(pathOf(index, 'bikes')).toBe('Pipelines / Bikes')
    expect(foldersOf(index)).toEqual(['root', 'bikes', 'empty'])
  })
  it('a new folder lies in the folder of the row, else in the root', () => {
    expect(folderAt(index, 'bikes')?.label).toBe('Bikes')
    expect(folderAt(index, 'master')?.label).toBe('Bikes')
    expect(folderAt(index, 'stores')?.label).toBe('Pipelines')
    expect(folderAt(index, null)?.label).toBe('Pipelines')
    expect(folderAt(index, 'gone')?.label).toBe('Pipelines')
  })
})
