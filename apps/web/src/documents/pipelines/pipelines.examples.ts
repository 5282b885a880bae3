import type { DataSource, PipelineListItem, Reply } from '@millrace/contract'

// Made-up pipelines for tests of screens.

export const exampleSource = (over: Partial<DataSource> = {}): DataSource => ({
  dataSubKind: 'local',
  connectorType: 'manual',
  dataFromMaster: false,
  contentType: 'csv',
  enabled: true,
  ...over,
})

export const exampleTypes: Omit<Reply<'GET /users/pipelines'>, 'pipelines'> = {
  brands: [
    { _id: 'b1', name: 'Adventure Works' },
    { _id: 'b2', name: 'OpenEV' },
  ],
  locales: [
    { _id: 'l1', name: 'English', language: 'en', country: 'US', label: 'en-US' },
    { _id: 'l2', name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' },
  ],
  productLines: [{ _id: 'p1', name: 'bikes', label: 'Bikes' }],
  datakinds: [
    { _id: 'd1', name: 'product' },
    { _id: 'd2', name: 'dealer' },
  ],
}

/** A country pipeline with one source of its own and one fed by its master. */
export const examplePipeline = (over: Partial<PipelineListItem> = {}): PipelineListItem => ({
  _id: 'fr',
  name: 'Bikes fr-FR',
  version: 3,
  vLocked: true,
  isMaster: false,
  masterPipeline: 'master',
  brand: exampleTypes.brands[0] ?? null,
  locale: exampleTypes.locales[1] ?? null,
  productLine: exampleTypes.productLines[0] ?? null,
  datakind: exampleTypes.datakinds[0] ?? null,
  dataSources: [exampleSource(), exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true })],
  dataSinks: [{ name: 'products', format: 'ndjson' }],
  ...over,
})

/** Its master. */
export const exampleMaster = (over: Partial<PipelineListItem> = {}): PipelineListItem =>
  examplePipeline({
    _id: 'master',
    name: 'Bikes catalogue',
    version: 1,
    isMaster: true,
    masterPipeline: null,
    locale: exampleTypes.locales[0] ?? null,
    dataSources: [exampleSource({ dataSubKind: 'catalogue' })],
    countryPipelines: [{ _id: 'fr', name: 'Bikes fr-FR', version: 3, vLocked: true }],
    ...over,
  })
