import type {
  ConnectionTable,
  DataSink,
  Finding,
  SinkCheck,
  SourcePreview,
  TableTarget,
  Upload,
} from '@millrace/contract'

// Made-up previews and dry runs, for the panels below sources and sinks.

const finding = (row: number, column: string, value: string, message: string): Finding => ({
  ...{ row, line: row + 1, column, path: `/${column}`, rule: 'type', value, message },
})
const wrongPrice = finding(2, 'price', 'abc', "Column 'price': 'abc' is not a number")

/** A file of three records, of which the price of one is no number. */
export const examplePreview = (over: Partial<SourcePreview> = {}): SourcePreview => ({
  problem: null,
  fileName: 'bikes.csv',
  port: null,
  properties: [
    { name: 'key', required: true, type: 'string' },
    { name: 'name', required: true, type: 'string' },
    { name: 'price', required: false, type: 'number' },
  ],
  detected: {
    ...{ encoding: 'windows-1252', encodingConfidence: 0.95, delimiter: ';', confidence: 1, header: true },
    ...{ decimal: ',', decimalConfidence: 0.97 },
  },
  columns: [
    { header: 'Clé', property: 'key' },
    { header: 'name', property: 'name' },
    { header: 'price', property: 'price' },
  ],
  moreColumns: 0,
  rows: [
    {
      row: 1,
      line: 2,
      read: ['B1', 'Vélo de route', '499,00'],
      coerced: ['"B1"', '"Vélo de route"', '499'],
      findings: [],
    },
    {
      row: 2,
      line: 3,
      read: ['B2', 'Vélo de ville', 'abc'],
      coerced: ['"B2"', '"Vélo de ville"', '"abc"'],
      findings: [wrongPrice],
    },
    { row: 3, line: 4, read: ['B3', 'VTT', null], coerced: ['"B3"', '"VTT"', null], findings: [] },
  ],
  counts: { records: 3, valid: 2, rejected: 1 },
  complete: true,
  groups: [{ ...wrongPrice, count: 1, first: [wrongPrice] }],
  notes: [
    {
      level: 'info',
      message: 'Read as windows-1252 (detected), delimiter semicolon (detected), with a header, 3 columns',
    },
    { level: 'info', message: "Numbers are read with the decimal mark ',' (detected)" },
  ],
  ...over,
})

/** The same file where nothing becomes the key: no record is taken. */
export const exampleUnfilled = (): SourcePreview =>
  examplePreview({
    problem: "The file has no column 'key'",
    columns: [
      { header: 'Clé', property: 'Clé' },
      { header: 'name', property: 'name' },
      { header: 'price', property: 'price' },
    ],
    counts: { records: 3, valid: 0, rejected: 3 },
    groups: [{ rule: 'required', column: 'key', message: "Column 'key' is missing", count: 3, first: [] }],
  })

/** What a dry run says of a table that takes everything. */
export const exampleSinkCheck = (over: Partial<SinkCheck> = {}): SinkCheck => ({
  ok: true,
  problems: [],
  columns: [
    {
      property: 'key',
      type: 'string',
      column: { name: 'key', type: 'text', nullable: false },
      fault: null,
      warning: null,
    },
    {
      property: 'name',
      type: 'string',
      column: { name: 'name', type: 'text', nullable: false },
      fault: null,
      warning: null,
    },
    {
      property: 'price',
      type: 'number',
      column: { name: 'price', type: 'numeric', nullable: true },
      fault: null,
      warning: null,
    },
  ],
  unfilled: [{ name: 'changed_on', type: 'date', needed: false }],
  uniqueKeys: [['key', 'locale']],
  ...over,
})

/** The same table, of which nothing fits. */
export const exampleRefusedSink = (): SinkCheck => {
  const { columns } = exampleSinkCheck()
  const [key, name, price] = columns as [(typeof columns)[0], (typeof columns)[0], (typeof columns)[0]]
  return exampleSinkCheck({
    ok: false,
    problems: [{ field: 'keys', message: "The table 'product' has no primary key or unique index on exactly 'key'" }],
    columns: [
      key,
      { ...name, warning: 'Not every record has it, and the column is never empty' },
      { ...price, column: null, fault: 'The table has no such column' },
    ],
    unfilled: [{ name: 'sku', type: 'text', needed: true }],
  })
}

const column = (name: string, type: string, key = false) => ({ name, sql: name, type, nullable: !key, key })

/** Tables of the connection 'warehouse'. */
export const exampleTargetTables = (): ConnectionTable[] => [
  {
    ...{ schema: 'public', name: 'product', sql: 'product', view: false },
    columns: [column('key', 'text', true), column('locale', 'text', true), column('price', 'numeric')],
  },
  { ...{ schema: 'public', name: 'dealer', sql: 'dealer', view: false }, columns: [column('key', 'text', true)] },
  { schema: 'public', name: 'prices', sql: 'prices', view: true, columns: [] },
]

const exampleTarget = (over: Partial<TableTarget> = {}): TableTarget => ({
  ...{ kind: 'table', connection: 'c1', table: 'product', keys: ['key', 'locale'], mode: 'upsert' },
  ...over,
})

export const exampleTableSink = (over: Partial<TableTarget> = {}): DataSink => ({
  ...{ name: 'products', format: 'ndjson', target: exampleTarget(over) },
})

/** The newest upload of the source 'local'. */
export const exampleNewest = (over: Partial<Upload> = {}): Upload => ({
  ...{ _id: 'u1', pipelineId: 'fr', dataSubKind: 'local', from: 'source', status: 'valid', enabled: true },
  ...{ originalFilename: 'bikes-fr-FR.csv', createdAt: '2026-11-20T16:02:00.000Z', size: 44_000 },
  ...{ sha256: 'a'.repeat(64), counts: { records: 3, valid: 2, rejected: 1 }, detected: null },
  ...over,
})
