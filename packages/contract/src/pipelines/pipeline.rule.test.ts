import { describe, expect, it } from 'vitest'
import type { DataSource } from './pipelines.messages.ts'
import { byMasterThenName, missingProperties, sourcesNeeded, sourcesToUpload } from './pipeline.rule.ts'
import { type PipelineRules, validatePipeline } from './save.rule.ts'

const brand = { _id: 'b', name: 'Adventure Works' }
const full = {
  brand,
  datakind: { _id: 'd', name: 'product' },
  locale: { _id: 'l', name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' },
  productLine: { _id: 'p', name: 'bikes', label: 'Bikes' },
}
const source = (more: Partial<DataSource>): DataSource => ({
  dataSubKind: 'market',
  connectorType: 'manual',
  dataFromMaster: false,
  contentType: 'csv',
  enabled: true,
  ...more,
})

describe('missingProperties', () => {
  it('IMP-010/api names each of the four that is missing', () => {
    expect(missingProperties(full)).toEqual([])
    expect(missingProperties({ brand: null, datakind: null, locale: null, productLine: null })).toEqual([
      'brand',
      'data kind',
      'locale',
      'product line',
    ])
    expect(missingProperties({ ...full, locale: null })).toEqual(['locale'])
  })
})

describe('validatePipeline', () => {
  const country: PipelineRules = {
    _id: 'x',
    name: 'Bikes fr-FR',
    isMaster: false,
    masterPipeline: 'm',
    component: null,
    dataSources: [],
  }
  const cases: [string, Partial<PipelineRules>, string | null][] = [
    ['a complete country', {}, null],
    [
      'PIP-016/api a country without master',
      { masterPipeline: null },
      'Country Pipeline must inherit from a master pipeline',
    ],
    [
      'PIP-016/api a country inheriting from itself',
      { masterPipeline: 'x' },
      'Country Pipeline cannot inherit from itself',
    ],
    ['a new item made in the explorer', { _id: undefined, masterPipeline: null }, null],
    [
      'PIP-017/api a master without component',
      { isMaster: true, masterPipeline: null },
      'Master pipeline must invoke a component',
    ],
    ['a blank name', { name: '  ' }, 'Please input name'],
    [
      'two sources of one name',
      { dataSources: [{ dataSubKind: 'local' }, { dataSubKind: 'local' }] },
      'Two data sources have the same name',
    ],
    ['two sinks of one name', { dataSinks: [{ name: 'out' }, { name: 'out' }] }, 'Two data sinks have the name out'],
    [
      'a source name that is no identifier',
      { dataSources: [{ dataSubKind: 'my file' }] },
      'The data source name my file is not an identifier',
    ],
  ]
  it.each(cases)('%s', (_, more, expected) => {
    expect(validatePipeline({ ...country, ...more })).toBe(expected)
  })
})

describe('which sources count', () => {
  const sources = [
    source({ dataSubKind: 'market' }),
    source({ dataSubKind: 'catalogue', dataFromMaster: true }),
    source({ dataSubKind: 'feed', connectorType: 'real-time' }),
    source({ dataSubKind: 'push', connectorType: 'listener' }),
    source({ dataSubKind: 'off', enabled: false }),
  ]
  it('IMP-009/api enabled manual and real-time sources need a valid upload', () => {
    expect(sourcesNeeded(sources).map((s) => s.dataSubKind)).toEqual(['market', 'catalogue', 'feed'])
  })
  it('UPL-003/api only manual sources that the master does not feed are uploaded by hand', () => {
    expect(sourcesToUpload(sources).map((s) => s.dataSubKind)).toEqual(['market'])
  })
})

describe('byMasterThenName', () => {
  it('PIC-003/api masters first, then by name, then by version', () => {
    const list = [
      { isMaster: false, name: 'B', version: 1 },
      { isMaster: false, name: 'a', version: 2 },
      { isMaster: false, name: 'a', version: 1 },
      { isMaster: true, name: 'Z', version: 1 },
    ]
    expect([...list].sort(byMasterThenName).map((p) => `${p.name}${p.version}`)).toEqual(['Z1', 'a1', 'a2', 'B1'])
  })
})
