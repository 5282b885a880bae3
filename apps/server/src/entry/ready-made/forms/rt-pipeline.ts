import { DataSource, type JsonSchema } from '@millrace/contract'
import { FileFormat, maxHeaderRow } from '@millrace/contract/uploads/file-format'
import { fileKinds, sinkFormats } from '@millrace/contract/uploads/file-types.rule'
import { field, line, list, pick, schemaField, share } from './fields.ts'
import { rtEndpointInfo, rtListenerInfo } from './rt-deployment.ts'

const words = (title: string): JsonSchema => ({ type: 'object', title, additionalProperties: { type: 'string' } })
const headers: JsonSchema = {
  ...words('Headers'),
  description:
    'Keys belong here: what you type is stored encrypted, and shown to nobody. What is hidden stays as it is.',
}
const connection = line('Connection', { widget: 'connection-picker', columns: 4 })

const { encoding, delimiter, decimal } = FileFormat.shape
const delimiterTitles: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' }

/** One of a few characters, which a list would show badly. */
const titled = (title: string, options: readonly string[], titles: Readonly<Record<string, string>>): JsonSchema => ({
  title,
  oneOf: options.map((option) => ({ const: option, title: titles[option] ?? option })),
  ui: { columns: 3 },
})
const fileFormat: JsonSchema = {
  type: 'object',
  title: 'File format',
  description: 'What is left empty is detected.',
  properties: {
    encoding: field('Encoding', 'string', { enum: [...encoding.unwrap().options] }, { columns: 3 }),
    delimiter: titled('Delimiter', delimiter.unwrap().options, delimiterTitles),
    decimal: titled('Decimal mark', decimal.unwrap().options, { '.': 'Point (1.5)', ',': 'Comma (1,5)' }),
    header: field('Has a header', 'boolean', {}, { widget: 'select', columns: 3 }),
    headerRow: field('Line of the header', 'integer', { minimum: 1, maximum: maxHeaderRow }, { columns: 4 }),
    quotes: field('Quotes around texts', 'boolean', {}, { widget: 'select', columns: 4 }),
    sheet: line('Sheet', { columns: 4 }),
    recordPath: line('Path of the records', { columns: 4 }),
    empty: { const: 'text', title: 'Empty cells are empty texts', ui: { columns: 4 } },
    columns: {
      ...words('Columns'),
      ui: { widget: 'column-names', columns: 12 },
    },
  },
  ui: { columns: 12 },
}

const source: JsonSchema = {
  type: 'object',
  properties: {
    dataSubKind: field('Name', 'string', { minLength: 1 }, { columns: 4 }),
    connectorType: field(
      'Connector',
      'string',
      { enum: [...DataSource.shape.connectorType.options], default: 'manual' },
      { columns: 4 },
    ),
    contentType: field('Content', 'string', { enum: [...fileKinds] }, { columns: 4 }),
    dataFromMaster: field('Data from master', 'boolean', { default: false }, { widget: 'switch', columns: 3 }),
    enabled: field('Enabled', 'boolean', { default: true }, { widget: 'switch', columns: 3 }),
    tolerance: share('Rejected records allowed'),
    config: {},
  },
  required: ['dataSubKind', 'connectorType', 'contentType'],
  ui: { panel: 'source-preview' },
  if: { properties: { connectorType: { const: 'real-time' } }, required: ['connectorType'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: {
    properties: {
      config: {
        title: 'Fetched from',
        description: 'An address is called only where MILLRACE_ALLOWED_HOSTS lists its host.',
        ui: { columns: 12, absent: 'Not said yet' },
        oneOf: [
          {
            title: 'Address',
            type: 'object',
            properties: {
              method: field('Method', 'string', { enum: ['GET', 'POST'], default: 'GET' }, { columns: 3 }),
              url: line('Address', { columns: 9 }),
              recordPath: line('Path of the records'),
              headers,
            },
            required: ['method', 'url'],
          },
          {
            title: 'Database',
            type: 'object',
            properties: { connection, query: line('Query', { widget: 'textarea', columns: 12 }) },
            required: ['connection', 'query'],
          },
        ],
      },
    },
  },
  else: { properties: { config: fileFormat } },
}

const target: JsonSchema = {
  title: 'Target',
  description: 'Records are always written to a file. They can go to a table or an address besides.',
  ui: { columns: 12, absent: 'File only' },
  oneOf: [
    {
      title: 'Table',
      type: 'object',
      properties: {
        kind: { const: 'table', ui: { hidden: true } },
        connection,
        table: line('Table', { widget: 'table-picker', columns: 4 }),
        mode: field('Mode', 'string', { enum: ['upsert', 'insert', 'replace'], default: 'upsert' }, { columns: 4 }),
        keys: field(
          'Keys',
          'array',
          { items: { type: 'string' }, minItems: 1, description: 'The columns that tell which row a record is.' },
          { widget: 'keys-picker', columns: 12 },
        ),
      },
      required: ['kind', 'connection', 'table', 'keys', 'mode'],
    },
    {
      title: 'HTTP address',
      type: 'object',
      properties: {
        kind: { const: 'http', ui: { hidden: true } },
        url: {
          ...line('Address', { columns: 8 }),
          description: 'Takes batches with POST. Its host has to be listed in MILLRACE_ALLOWED_HOSTS.',
        },
        batchSize: field('Records per batch', 'integer', { minimum: 1, maximum: 10_000, default: 500 }, { columns: 4 }),
        headers,
      },
      required: ['kind', 'url', 'batchSize'],
    },
  ],
}

const sink: JsonSchema = {
  type: 'object',
  properties: {
    name: field('Name', 'string', { minLength: 1 }),
    format: field('Format', 'string', { enum: [...sinkFormats] }, { columns: 3 }),
    tolerance: share('Records that may be left out'),
    byteOrderMark: field(
      'Byte order mark',
      'boolean',
      { description: 'Switch it on for CSV that is opened in Excel, which shows accents right only then.' },
      { widget: 'switch', columns: 6 },
    ),
    target,
  },
  required: ['name'],
  ui: { panel: 'sink-check' },
  if: { properties: { format: { const: 'xlsx' } }, required: ['format'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: { properties: { byteOrderMark: { ui: { hidden: true } } } },
}

/** The form of a pipeline (PIP-002 to PIP-006); schemas of ports come from its component. */
export const rtPipeline: JsonSchema = {
  type: 'object',
  title: 'Pipeline',
  properties: {
    name: field('Name', 'string', { minLength: 1 }, { columns: 12 }),
    isMaster: field('Master pipeline', 'boolean', { default: false }, { widget: 'switch', columns: 3 }),
    isHidden: field('Hidden', 'boolean', { default: false }, { widget: 'switch', columns: 3 }),
    brand: pick('Brand', 'brand-picker', { columns: 3 }),
    locale: pick('Locale', 'locale-picker', { columns: 3 }),
    productLine: pick('Product line', 'product-line-picker', { columns: 3 }),
    datakind: pick('Data kind', 'datakind-picker', { columns: 3 }),
    pipelineSchema: schemaField('Schema of the data'),
    inputSchema: field('Input schema', 'object', {}, { hidden: true }),
    outputSchema: field('Output schema', 'object', {}, { hidden: true }),
    dataSources: list('Data sources', 'array-tabs', source, { itemName: 'dataSubKind' }),
    dataSinks: list('Data sinks', 'array-tabs', sink, { itemName: 'name' }),
    endpoints: list('Endpoints', 'array-tabs', rtEndpointInfo),
    listeners: list('Listeners', 'array-tabs', rtListenerInfo),
  },
  required: ['name'],
  if: { properties: { isMaster: { const: true } }, required: ['isMaster'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: { properties: { component: pick('Component', 'component-picker') } },
  else: {
    properties: {
      masterPipeline: pick('Master', 'pipeline-picker'),
      component: pick('Component', 'component-picker', { readonly: true }),
    },
  },
}
