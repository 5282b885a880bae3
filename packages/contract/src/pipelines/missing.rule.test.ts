import { describe, expect, it } from 'vitest'
import { type EditedPipeline, findMissing, whyNotSaved } from './missing.rule.ts'

const ports = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })
const complete: EditedPipeline = {
  _id: 'fr',
  name: 'Bikes fr-FR',
  isMaster: false,
  masterPipeline: 'master',
  component: 'c',
  brand: { _id: 'b', name: 'Adventure Works' },
  datakind: { _id: 'd', name: 'product' },
  locale: { _id: 'l', name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' },
  productLine: { _id: 'p', name: 'bikes', label: 'Bikes' },
  dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }],
  dataSinks: [{ name: 'out' }],
  inputSchema: ports('rows'),
  outputSchema: ports('out'),
}
const around = { componentName: 'Copy', connections: new Set(['warehouse']) }
const table = {
  kind: 'table' as const,
  connection: 'warehouse',
  table: 'bikes',
  keys: ['sku'],
  mode: 'upsert' as const,
}

describe('findMissing', () => {
  it('finds nothing missing of a complete pipeline', () => {
    expect(findMissing(complete, around)).toEqual([])
    expect(findMissing({ ...complete, dataSinks: [{ name: 'out', target: table }] }, around)).toEqual([])
  })

  const [own] = complete.dataSources as [EditedPipeline['dataSources'][number]]
  const source = (more: object) => ({ dataSources: [{ ...own, ...more }] })
  const sink = (target: object): Pick<EditedPipeline, 'dataSinks'> => ({
    dataSinks: [{ name: 'out', target: { ...table, ...target } }],
  })
  const cases: [string, object, string, 'save' | 'run'][] = [
    ['a name', { name: ' ' }, '/name', 'save'],
    ['PIP-016/api a master', { masterPipeline: null }, '/masterPipeline', 'save'],
    ['PIP-017/api a component', { isMaster: true, component: null }, '/component', 'save'],
    [
      'a name of its own for a source',
      { dataSources: [...complete.dataSources, ...complete.dataSources] },
      '/dataSources/1/dataSubKind',
      'save',
    ],
    ['a name of its own for a sink', { dataSinks: [{ name: 'out' }, { name: 'out' }] }, '/dataSinks/1/name', 'save'],
    ['a brand', { brand: null }, '/brand', 'run'],
    ['a data kind', { datakind: null }, '/datakind', 'run'],
    ['a locale', { locale: null }, '/locale', 'run'],
    ['a product line', { productLine: null }, '/productLine', 'run'],
    ['an input of that name', source({ dataSubKind: 'strange' }), '/dataSources/0/dataSubKind', 'run'],
    ['an output of that name', { dataSinks: [{ name: 'strange' }] }, '/dataSinks/0/name', 'run'],
    ['what the files are', source({ contentType: undefined }), '/dataSources/0/contentType', 'save'],
    ['where records are fetched', source({ connectorType: 'real-time' }), '/dataSources/0/config', 'run'],
    [
      'an address',
      source({ connectorType: 'real-time', config: { method: 'GET', url: '' } }),
      '/dataSources/0/config/url',
      'run',
    ],
    [
      'a connection of its own',
      source({ connectorType: 'real-time', config: { connection: 'gone', query: 'select 1' } }),
      '/dataSources/0/config/connection',
      'run',
    ],
    [
      'a query',
      source({ connectorType: 'real-time', config: { connection: 'warehouse', query: '' } }),
      '/dataSources/0/config/query',
      'run',
    ],
    ['a connection to write to', sink({ connection: undefined }), '/dataSinks/0/target/connection', 'save'],
    ['a connection that is there', sink({ connection: 'gone' }), '/dataSinks/0/target/connection', 'run'],
    ['a table', sink({ table: '' }), '/dataSinks/0/target/table', 'save'],
    ['keys', sink({ keys: [] }), '/dataSinks/0/target/keys', 'save'],
    ['an address to send to', sink({ kind: 'http', url: '' }), '/dataSinks/0/target/url', 'run'],
    ['an address to send to at all', sink({ kind: 'http', url: undefined }), '/dataSinks/0/target/url', 'run'],
    ['a name for a new source', source({ dataSubKind: undefined }), '/dataSources/0/dataSubKind', 'save'],
    ['a name for a new sink', { dataSinks: [{}] }, '/dataSinks/0/name', 'save'],
  ]
  it.each(cases)('%s is missing', (_, more, pointer, before) => {
    const found = findMissing({ ...complete, ...more }, around)
    expect(found.map((part) => [part.pointer, part.before])).toEqual([[pointer, before]])
    expect(found[0]?.message).not.toBe('')
  })

  it('says why a save would be refused, and nothing of what a run asks for', () => {
    expect(whyNotSaved({ ...complete, brand: null })).toBeNull()
    expect(whyNotSaved({ ...complete, brand: null, ...sink({ keys: [] }) })).toMatch(/has no keys/)
  })

  it('asks nothing of a source that is switched off, nor of connections that are not known yet', () => {
    const off = source({ dataSubKind: 'strange', enabled: false, connectorType: 'real-time' })
    expect(findMissing({ ...complete, ...off }, around)).toEqual([])
    expect(findMissing({ ...complete, ...sink({ connection: 'gone' }) }, { ...around, connections: null })).toEqual([])
  })
})
