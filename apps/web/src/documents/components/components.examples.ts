import type { Component, ExecutionResult, JsonSchema, LinkValue, Schema, TestCase } from '@millrace/contract'
import { exampleFolder, exampleLeaf } from '../explorer/explorer.examples.ts'
import { exampleSchema } from '../schemas/schemas.examples.ts'

const rows: JsonSchema = { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } }

/** A component as GET /components/find answers it, for tests and the gallery: two inputs, cleaned and joined. */
export const exampleComponent = (more: Partial<Component> = {}): Component => ({
  _id: 'catalogue2',
  name: 'Bikes catalogue',
  description: 'Joins local texts to master records.',
  folder: 'root',
  version: 2,
  sys_version: 4,
  vLocked: false,
  read_only: false,
  kind: 'workflow',
  testPayload: '{\n  "catalogue": [],\n  "local": []\n}',
  testContext: '{}',
  inputs: [
    { name: 'catalogue', inputSchema: rows },
    { name: 'local', inputSchema: rows },
  ],
  outputs: [{ name: 'products', outputSchema: rows }],
  instances: [
    { name: 'rowsToProducts', instanceOf: 'clean1' },
    { name: 'overlay', instanceOf: 'overlay3' },
  ],
  links: [
    exampleLink('catalogue to rows', ['', 'catalogue'], ['rowsToProducts', 'rows']),
    exampleLink('rows to overlay', ['rowsToProducts', 'products'], ['overlay', 'master']),
    exampleLink('local to overlay', ['', 'local'], ['overlay', 'local']),
    exampleLink('overlay to products', ['overlay', 'products'], ['', 'products']),
  ],
  jsCode: '',
  isDB: false,
  isIO: false,
  versions: [
    {
      _id: 'catalogue2',
      version: 2,
      vLocked: false,
      vParents: ['catalogue1'],
      lastUpdateDate: '2026-11-20T10:00:00.000Z',
    },
  ],
  ...more,
})

type End = readonly [instance: string, port: string]
function exampleLink(name: string, [fromInstance, fromPort]: End, [toInstance, toPort]: End) {
  const ends = { name, fromInstance, fromPort, toInstance, toPort }
  return { ...ends, jsCode: 'ctx.output = ctx.input;', inputSchema: rows, outputSchema: rows }
}

const wide: JsonSchema = {
  title: 'Wide row',
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`field${index}`, { type: 'string', description: `Column ${index}.` }]),
  ),
}

/** A component of 200 lines of code, whose input has 500 fields; the name of one is misspelt in its first line. */
export const exampleWritten = (): Component =>
  exampleComponent({
    _id: 'stores',
    name: 'Wide row to product',
    kind: 'instruction',
    inputs: [{ name: 'row', inputSchema: wide }],
    outputs: [{ name: 'product', outputSchema: wide }],
    instances: [],
    links: [],
    jsCode: `ctx.log.info(ctx.input.row.feild1)
const { row } = ctx.input
ctx.output.product = {
${Array.from({ length: 200 }, (_, index) => `  field${index}: row.field${index}?.trim(),`).join('\n')}
}
`,
  })

/** The components that the instances of the example stand for. */
export const exampleUsed = (): Component[] => [
  exampleComponent({
    _id: 'clean1',
    name: 'Rows to products',
    kind: 'forEach',
    vLocked: true,
    inputs: [{ name: 'rows', inputSchema: rows }],
    outputs: [{ name: 'products', outputSchema: rows }],
    instances: [],
    links: [],
  }),
  exampleComponent({
    _id: 'overlay3',
    name: 'Overlay locale',
    kind: 'function',
    inputs: [
      { name: 'master', inputSchema: rows },
      { name: 'local', inputSchema: rows },
    ],
    outputs: [{ name: 'products', outputSchema: rows }],
    instances: [],
    links: [],
    jsCode: 'return { products: ctx.input.master };',
  }),
]

/** The folders of components, of which one is being edited. */
export const exampleComponentTree = (edited = 'catalogue2') => [
  exampleFolder('root', 'Components', [
    exampleFolder('blocks', 'Ready-made blocks', [exampleLeaf('Filter', [['filter1', 1, true]], { readyMade: true })]),
    exampleFolder('bikes', 'Bikes', [
      exampleLeaf('Rows to products', [['clean1', 1, true]]),
      exampleLeaf('Bikes catalogue', [[edited, 2, false]]),
    ]),
  ]),
]

/** A ready-made block with settings. */
export const exampleBlock = (): Component =>
  exampleComponent({
    _id: 'filter1',
    name: 'Filter',
    description: 'Parts records by conditions: those that meet them go to one output, all others to the other.',
    kind: 'function',
    vLocked: true,
    readyMade: true,
    recordWise: true,
    inputs: [
      { name: 'records', inputSchema: rows },
      {
        name: 'settings',
        inputSchema: {
          type: 'object',
          title: 'Settings',
          properties: { field: { type: 'string', title: 'Field', description: 'What is asked of each record.' } },
          required: ['field'],
        },
      },
    ],
    outputs: [
      { name: 'kept', outputSchema: rows },
      { name: 'others', outputSchema: rows },
    ],
    instances: [],
    links: [],
  })

const text = (title: string, ui: JsonSchema = {}): JsonSchema => ({ type: 'string', title, ui })
const list = (
  title: string,
  widget: string,
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({
  type: 'array',
  title,
  items: { type: 'object', properties, required },
  ui: { widget, columns: 12 },
})

/** The schema 'rt-component' as GET /schemas/byname answers it, without the parts that no example needs. */
export const exampleComponentForm = (): Schema =>
  exampleSchema({
    _id: 'rt1',
    name: 'rt-component',
    vLocked: true,
    read_only: true,
    jsonSchema: {
      type: 'object',
      title: 'Component',
      properties: {
        name: { ...text('Name'), minLength: 1 },
        kind: { enum: ['workflow', 'forEach', 'instruction', 'function'], title: 'Kind' },
        description: text('Description', { widget: 'textarea', columns: 12 }),
        inputs: list('Inputs', 'array-table', { name: text('Name') }),
        outputs: list('Outputs', 'array-table', { name: text('Name') }),
        instances: list(
          'Instances',
          'array-table',
          { name: text('Name'), values: { type: 'object', title: 'Settings', ui: { widget: 'instance-settings' } } },
          ['name'],
        ),
        links: list('Links', 'array', {
          name: text('Name'),
          fromInstance: text('From instance', { columns: 3, widget: 'link-instance-picker' }),
          fromPort: text('From port', { columns: 3, widget: 'link-port-picker' }),
          toInstance: text('To instance', { columns: 3, widget: 'link-instance-picker' }),
          toPort: text('To port', { columns: 3, widget: 'link-port-picker' }),
          jsCode: text('Code', { widget: 'component-code', columns: 12 }),
        }),
        jsCode: text('Code', { widget: 'component-code', columns: 12 }),
      },
      required: ['name', 'kind'],
    },
  })

/** A test case as GET /components/test-cases answers it. */
export const exampleTestCase = (more: Partial<TestCase> = {}): TestCase => ({
  _id: 'case1',
  name: 'Two bikes',
  payload: { catalogue: [{ sku: 'B1' }, { sku: 'B2' }], local: [] },
  rt_context: {},
  expected: { products: [{ sku: 'B1' }, { sku: 'B2' }] },
  ignored: ['updatedAt'],
  from: 'record 12 of bikes.csv',
  updateDate: '2026-11-20T10:00:00.000Z',
  updateUsername: 'marc.manager',
  ...more,
})

/** What a test run gives, as POST /components/{id}/execute answers it. */
export const exampleResult = (more: Partial<ExecutionResult> = {}): ExecutionResult => ({
  output: { products: [{ sku: 'B1' }, { sku: 'B2' }] },
  logs: [
    { logDate: '2026-11-20T10:00:00.120Z', level: 'info', message: '2 rows of the catalogue' },
    { logDate: '2026-11-20T10:00:00.140Z', level: 'warn', message: 'B2 has no price: it is left empty' },
    { logDate: '2026-11-20T10:00:00.180Z', level: 'success', message: '2 products' },
  ],
  rt_context: {},
  ...more,
})

/** What went over links of the example in a run. */
export const exampleLinks = (): LinkValue[] => [
  exampleValue('catalogue to rows', [{ sku: 'B1' }, { sku: 'B2' }]),
  { ...exampleValue('row to price', { sku: 'B2' }), component: 'Bikes catalogue / rowsToProducts', count: 2 },
  { ...exampleValue('rows to overlay', [{ sku: 'B1', price: 1 }, { sku: 'B2' }]), ms: 3, cut: true },
  { ...exampleValue('local to overlay', null), count: 0 },
]
const exampleValue = (link: string, value: unknown): LinkValue => ({
  component: 'Bikes catalogue',
  link,
  count: Array.isArray(value) ? value.length : 1,
  at: 1,
  ms: 0,
  value,
  cut: false,
})
