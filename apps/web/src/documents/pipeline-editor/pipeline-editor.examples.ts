import type { DataSource, JsonSchema, Pipeline, PipelineListItem, Schema } from '@millrace/contract'
import { exampleMaster, examplePipeline } from '../pipelines/pipelines.examples.ts'
import { exampleSchema } from '../schemas/schemas.examples.ts'

// Made-up pipelines for tests of their editor.

const ports = (...names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'array' }])),
})

const whole = (item: PipelineListItem): Pipeline => ({
  ...item,
  id: item._id,
  folder: 'bikes',
  component: 'toProducts',
  sys_version: 4,
  read_only: item.vLocked,
  isHidden: false,
  pipelineSchema: {},
  inputSchema: ports('catalogue', 'local'),
  outputSchema: ports('products'),
  versions: [
    {
      _id: item._id,
      version: item.version,
      vLocked: item.vLocked,
      vParents: [],
      lastUpdateDate: '2026-11-20T16:02:00.000Z',
    },
  ],
  endpoints: [],
  listeners: [],
})

/** A master as its editor has it. */
export const exampleEditedMaster = (over: Partial<Pipeline> = {}): Pipeline => ({ ...whole(exampleMaster()), ...over })

/** A draft of a country, with a delimiter and a source of its own. */
export const exampleEditedCountry = (over: Partial<Pipeline> = {}): Pipeline => {
  const country = examplePipeline({ _id: 'fr4', version: 4, vLocked: false })
  const [local, catalogue] = country.dataSources as [DataSource, DataSource]
  const dataSources = [local, { ...catalogue, config: { delimiter: ';' as const } }]
  return { ...whole({ ...country, dataSources }), ...over }
}

const text = (title: string, ui: JsonSchema = {}): JsonSchema => ({ type: 'string', title, ui })
const pick = (title: string, widget: string, type: string, ui: JsonSchema = {}): JsonSchema => ({
  type: [type, 'null'],
  title,
  ui: { widget, ...ui },
})
const tabs = (
  title: string,
  panel: string,
  itemName: string,
  properties: Record<string, JsonSchema>,
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'array',
  title,
  items: { type: 'object', properties, ui: { panel }, ...more },
  ui: { widget: 'array-tabs', columns: 12, itemName },
})

const exampleSettings: JsonSchema = {
  type: 'object',
  title: 'File format',
  properties: {
    delimiter: {
      title: 'Delimiter',
      oneOf: [
        { const: ',', title: 'Comma' },
        { const: ';', title: 'Semicolon' },
      ],
      ui: { columns: 3 },
    },
    encoding: { ...text('Encoding', { columns: 3 }), enum: ['utf-8', 'windows-1252'] },
    columns: {
      type: 'object',
      title: 'Columns',
      additionalProperties: { type: 'string' },
      ui: { widget: 'column-names', columns: 12 },
    },
    decimal: { ...text('Decimal mark', { columns: 3 }), enum: ['.', ','] },
  },
  ui: { columns: 12 },
}

const exampleTargets: JsonSchema = {
  title: 'Target',
  description: 'Records are always written to a file. They can go to a table or an address besides.',
  ui: { columns: 12, absent: 'File only' },
  oneOf: [
    {
      title: 'Table',
      type: 'object',
      properties: {
        kind: { const: 'table', ui: { hidden: true } },
        connection: text('Connection', { widget: 'connection-picker', columns: 4 }),
        table: text('Table', { widget: 'table-picker', columns: 4 }),
        mode: { ...text('Mode', { columns: 4 }), enum: ['upsert', 'insert', 'replace'], default: 'upsert' },
        keys: { type: 'array', title: 'Keys', items: { type: 'string' }, ui: { widget: 'keys-picker', columns: 12 } },
      },
      required: ['kind', 'connection', 'table', 'keys', 'mode'],
    },
    {
      title: 'HTTP address',
      type: 'object',
      properties: {
        kind: { const: 'http', ui: { hidden: true } },
        url: text('Address', { columns: 8 }),
        batchSize: { type: 'integer', title: 'Records per batch', default: 500, ui: { columns: 4 } },
      },
      required: ['kind', 'url', 'batchSize'],
    },
  ],
}

const exampleSink: Record<string, JsonSchema> = {
  name: text('Name'),
  format: { ...text('Format', { columns: 3 }), enum: ['ndjson', 'csv', 'xlsx'] },
  byteOrderMark: {
    type: 'boolean',
    title: 'Byte order mark',
    description: 'Switch it on for CSV that is opened in Excel, which shows accents right only then.',
    ui: { widget: 'switch', columns: 6 },
  },
  target: exampleTargets,
}
const noMarkOfWorkbooks: JsonSchema = {
  if: { properties: { format: { const: 'xlsx' } }, required: ['format'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: { properties: { byteOrderMark: { ui: { hidden: true } } } },
}

/** rt-pipeline in short. */
export const examplePipelineForm = (): Schema =>
  exampleSchema({
    _id: 'rt2',
    name: 'rt-pipeline',
    vLocked: true,
    read_only: true,
    jsonSchema: {
      type: 'object',
      title: 'Pipeline',
      properties: {
        name: { ...text('Name', { columns: 12 }), minLength: 1 },
        isMaster: { type: 'boolean', title: 'Master pipeline', ui: { widget: 'switch', columns: 3 } },
        brand: pick('Brand', 'brand-picker', 'object', { columns: 3 }),
        locale: pick('Locale', 'locale-picker', 'object', { columns: 3 }),
        productLine: pick('Product line', 'product-line-picker', 'object', { columns: 3 }),
        datakind: pick('Data kind', 'datakind-picker', 'object', { columns: 3 }),
        dataSources: tabs('Data sources', 'source-preview', 'dataSubKind', {
          dataSubKind: text('Name', { columns: 4 }),
          connectorType: { ...text('Connector', { columns: 4 }), enum: ['manual', 'real-time'] },
          contentType: { ...text('Content', { columns: 4 }), enum: ['csv', 'json'] },
          config: exampleSettings,
        }),
        dataSinks: tabs('Data sinks', 'sink-check', 'name', exampleSink, noMarkOfWorkbooks),
      },
      required: ['name'],
      if: { properties: { isMaster: { const: true } }, required: ['isMaster'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
      then: { properties: { component: pick('Component', 'component-picker', 'string') } },
      else: {
        properties: {
          masterPipeline: pick('Master', 'pipeline-picker', 'string'),
          component: pick('Component', 'component-picker', 'string', { readonly: true }),
        },
      },
    },
  })

/** Lines as POST /pipelines/compareDataStream answers them. */
export const exampleLines = (): string[] => [
  '  {',
  ...Array.from({ length: 12 }, (_, at) => `    "setting${at}": ${at},`),
  '    "dataSinks": [',
  '      {',
  '-       "format": "ndjson",',
  '+       "format": "csv",',
  '+       "tolerance": 0.01,',
  '        "name": "products"',
  '      }',
  '    ],',
  ...Array.from({ length: 8 }, (_, at) => `    "value${at}": true,`),
  '    "name": "Join bikes"',
  '  }',
]
