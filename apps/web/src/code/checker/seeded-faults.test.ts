import type { JsonSchema } from '@millrace/contract'
import { expect, it } from 'vitest'
import type { CodeScope } from '../code-scope.ts'
import { CodeChecker } from './code-checker.ts'
import { libraryFiles } from './library.ts'

const object = (title: string, properties: JsonSchema, required: string[]): JsonSchema => ({
  type: 'object',
  title,
  properties,
  required,
  additionalProperties: false,
})
const text = { type: 'string' }
const amount = { type: 'number' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const row = object(
  'Row',
  {
    sku: text,
    name: text,
    net: amount,
    stock: { type: 'integer' },
    unit: { enum: ['pcs', 'kg'] },
    note: text,
    tags: list(text),
    size: object('Size', { width: amount, height: amount }, ['width']),
    'net price': amount,
  },
  ['sku', 'name', 'net', 'unit', 'tags', 'net price'],
)
const product = object(
  'Product',
  {
    key: text,
    title: text,
    price: amount,
    unit: { enum: ['pcs', 'kg'] },
    active: { type: 'boolean' },
    tags: list(text),
    size: object('Box', { width: amount }, ['width']),
  },
  ['key', 'title', 'price'],
)

const port = (name: string, schema: JsonSchema) => ({ name, schema })
const surroundings = { modules: [{ name: 'lodash', version: '4.18.1' }], connections: null }
const link: CodeScope = {
  kind: 'link',
  inputs: [port('row', row)],
  outputs: [port('product', product)],
  ...surroundings,
}
const linkOfLists: CodeScope = {
  ...link,
  inputs: [port('rows', list(row))],
  outputs: [port('products', list(product))],
}
const leaf: CodeScope = {
  ...link,
  kind: 'instruction',
  inputs: [port('row', row), port('rate', amount)],
  outputs: [port('product', product), port('rejected', list(row))],
}
const sum: CodeScope = { ...leaf, kind: 'function', outputs: [port('price', amount)] }
const asking: CodeScope = { ...leaf, isDB: true, isIO: true, outputs: [port('product', {})] }

type Seeded = [what: string, scope: CodeScope, code: string, place: string, message: RegExp]
const good = 'key: row.sku, title: row.name, price: row.net'
const set = (more: string) => `const row = ctx.input\nctx.output = { ${more} }`

/** A mapping with one fault each, the text that is marked, and what is said of it. */
const seeded: Seeded[] = [
  ['a misspelt field', link, set('key: row.skuu, title: row.name, price: row.net'), 'skuu', /Did you mean 'sku'/],
  [
    'a field of another table',
    link,
    set('key: row.ean, title: row.name, price: row.net'),
    'ean',
    /'ean' does not exist/,
  ],
  [
    'a field of a nested object',
    link,
    set(`${good}, size: { width: row.size?.depth ?? 0 }`),
    'depth',
    /'depth' does not exist/,
  ],
  [
    'a misspelt field taken apart',
    link,
    'const { sku, nmae } = ctx.input\nctx.output = { key: sku, title: nmae, price: 1 }',
    'nmae',
    /'nmae' does not exist/,
  ],
  [
    'a field of the entries of a list',
    linkOfLists,
    'ctx.output = ctx.input.map((row) => ({ key: row.id, title: row.name, price: row.net }))',
    'id',
    /'id' does not exist/,
  ],
  [
    'a field with spaces, misspelt',
    link,
    set(`key: row.sku, title: row.name, price: row['net prise']`),
    "'net prise'",
    /'net prise' does not exist/,
  ],
  [
    'a list read as one entry',
    linkOfLists,
    'ctx.output = [{ key: ctx.input.sku, title: "", price: 1 }]',
    'sku',
    /'sku' does not exist on type 'Row\[\]'/,
  ],
  ['a required field left out', link, set('key: row.sku, title: row.name'), 'ctx.output', /'price' is missing/],
  [
    'a required field left out in a list',
    linkOfLists,
    'ctx.output = ctx.input.map((row) => ({ key: row.sku, price: row.net }))',
    'ctx.output',
    /'title' is missing/,
  ],
  [
    'a required field that may be missing',
    link,
    set('key: row.note, title: row.name, price: row.net'),
    'key',
    /'undefined' is not assignable/,
  ],
  [
    'a misspelt field of the target',
    link,
    set(`${good}, titel: row.name`),
    'titel',
    /may only specify known properties/,
  ],
  [
    'a text for a number',
    link,
    set('key: row.sku, title: row.name, price: row.sku'),
    'price',
    /'string' is not assignable to type 'number'/,
  ],
  [
    'a number for a text',
    link,
    set('key: row.net, title: row.name, price: row.net'),
    'key',
    /'number' is not assignable to type 'string'/,
  ],
  [
    'a written number for a truth value',
    link,
    set(`${good}, active: 1`),
    'active',
    /'number' is not assignable to type 'boolean/,
  ],
  ['a text for a list', link, set(`${good}, tags: row.name`), 'tags', /not assignable to type 'string\[\]'/],
  ['a value that the enum does not have', link, set(`${good}, unit: 'piece'`), 'unit', /'"piece"' is not assignable/],
  [
    'a comparison that is never true',
    link,
    set(`${good}, active: row.unit === 'box'`),
    "row.unit === 'box'",
    /no overlap/,
  ],
  [
    'a list for one record',
    linkOfLists,
    'ctx.output = { key: "a", title: "b", price: 1 }',
    'key',
    /known properties|'key' does not exist/,
  ],
  [
    'a method that texts do not have',
    link,
    set('key: row.sku.trimm(), title: row.name, price: row.net'),
    'trimm',
    /Did you mean 'trim'/,
  ],
  [
    'a method of texts on a number',
    link,
    set('key: row.sku, title: row.name, price: row.net.trim()'),
    'trim',
    /'trim' does not exist on type 'number'/,
  ],
  [
    'what may be missing, read on',
    link,
    set(`${good}, size: { width: row.size.width }`),
    'row.size',
    /possibly 'undefined'/,
  ],
  ['a name that is nowhere', link, set('key: sku, title: row.name, price: row.net'), 'sku', /Cannot find name 'sku'/],
  [
    'a timer',
    leaf,
    'setTimeout(() => {}, 10)\nreturn { product: undefined, rejected: [] }',
    'setTimeout',
    /Cannot find name/,
  ],
  [
    'a module that is not allowed',
    leaf,
    "const axios = require('axios')\nreturn { product: undefined, rejected: [] }",
    "'axios'",
    /Module axios is not allowed/,
  ],
  [
    'an undeclared input port',
    leaf,
    'return { product: ctx.input.rows, rejected: [] }',
    'rows',
    /Property 'rows' does not exist on type 'Input'/,
  ],
  [
    'an undeclared output port',
    leaf,
    'const { row } = ctx.input\nctx.output.produkt = row\nctx.output.rejected = [row]',
    'produkt',
    /Did you mean 'product'/,
  ],
  ['an undeclared port, returned', sum, 'return { prize: ctx.input.rate }', 'prize', /known properties/],
  [
    'an output that is never set',
    leaf,
    `const { row } = ctx.input\nctx.output.product = { ${good} }`,
    'ctx.output.product',
    /'rejected' is never set/,
  ],
  ['a link that gives nothing', link, 'const row = ctx.input\nrow.sku.trim()', 'row.sku.trim()', /nothing goes on/],
  [
    'a function that sets ctx.output',
    sum,
    'ctx.output.price = ctx.input.rate\nreturn { price: 1 }',
    'ctx.output.price',
    /A function returns/,
  ],
  [
    'waiting in a function',
    sum,
    'const rate = await ctx.input.rate\nreturn { price: rate }',
    'await',
    /only allowed within async/,
  ],
  [
    'a database without the switch',
    leaf,
    "const rows = await ctx.db.query('Shop', 'select 1')\nreturn { product: rows[0], rejected: [] }",
    'db',
    /'May use databases'/,
  ],
  [
    'a missing value as a parameter',
    asking,
    "const rows = await ctx.db.query('Shop', 'select $1', [ctx.input.row.note])\nreturn { product: rows[0] }",
    'ctx.input.row.note',
    /'undefined' is not assignable/,
  ],
  [
    'an answer not waited for',
    asking,
    "const answer = ctx.http.get('https://x.example')\nreturn { product: answer.json }",
    'json',
    /Promise/,
  ],
  ['a bracket left open', link, 'ctx.output = { key: ctx.input.sku', 'u', /'}' expected/],
  ['two values without a comma', link, set('key: row.sku title: row.name'), 'title', /',' expected/],
  ['a brace too many', link, `${set(good)}\n}\nif (true) {`, '}', /brace|expected/],
]

const checker = new CodeChecker(libraryFiles)

it('there are at least thirty of them', () => expect(seeded.length).toBeGreaterThanOrEqual(30))

it.each(seeded)('%s is marked at its place', (_, scope, code, place, message) => {
  const found = checker.check(scope, code)
  const marked = found.map(({ from, to, message: said }) => [code.slice(from, to), said])
  expect(marked).toEqual(expect.arrayContaining([[place, expect.stringMatching(message)]]))
  expect(found.length).toBeLessThanOrEqual(2)
})

/** What JavaScript does and types forbid, done right. */
it.each<[string, CodeScope, string]>([
  [
    'fields added one by one',
    link,
    'const made = { key: ctx.input.sku }\nmade.title = ctx.input.name\nmade.price = 1\nctx.output = made',
  ],
  [
    'an object that a function fills',
    link,
    "const made = { key: 'a' }\nObject.assign(made, { title: ctx.input.name, price: 1 })\nctx.output = made",
  ],
  [
    'parts that some of its objects have',
    linkOfLists,
    `const read = (text) => {
  const date = { day: Number(text) }
  return text === '' ? date : { ...date, hour: 1 }
}
const { day, hour = 0 } = read('5')
ctx.log.info(day, hour)
ctx.output = []`,
  ],
  [
    'an output begun empty',
    link,
    'ctx.output = {}\nctx.output.key = "a"\nctx.output.title = "b"\nctx.output.price = 1',
  ],
  [
    'fields by their names',
    link,
    "const made = {}\nfor (const name of ['key', 'title', 'price']) made[name] = ctx.input[name]\nctx.output = made",
  ],
  [
    'a list filled in a callback',
    linkOfLists,
    'ctx.output = []\nctx.input.forEach((row) => ctx.output.push({ key: row.sku, title: "", price: 1 }))',
  ],
  [
    'a value of an enum kept first',
    link,
    `const row = ctx.input\nconst more = { unit: 'kg' }\nctx.output = { ${good}, ...more }`,
  ],
  [
    'truth values counted',
    link,
    `const row = ctx.input\nctx.output = { key: row.sku, title: row.name, price: row.tags.includes('a') - 0 }`,
  ],
  ['nothing goes on', link, `const row = ctx.input\nif (row.net > 0) ctx.output = { ${good} }`],
  [
    'the parts of ctx',
    leaf,
    `const { input, output, log } = ctx\nlog.info(input.row.sku)\noutput.rejected = [input.row]`,
  ],
  ['an output handed on', leaf, 'const fill = (output) => {\n  output.product = undefined\n}\nfill(ctx.output)'],
  [
    'a link of a shared port',
    { ...link, outputs: [{ ...port('product', product), shared: true }] },
    'ctx.output = { key: ctx.input.sku }',
  ],
])('%s gives no alarm', (_, scope, code) => {
  expect(checker.check(scope, code)).toEqual([])
})
