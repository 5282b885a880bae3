import { type ComponentInput, listOfSchema, refToSchema } from '@millrace/contract'
import { demoCode } from './demo-code.ts'
import type { DemoSchema } from './demo-schemas.ts'

/** Version ids of what was made before, by name. */
export type Made = { schema(name: DemoSchema): string; component(name: string): string }
export type DemoComponent = { name: string; folder: string; make(made: Made): Omit<ComponentInput, 'name'> }

type Link = NonNullable<ComponentInput['links']>[number]
type End = readonly [instance: string, port: string]

/** The component itself as one end of a link. */
const own = ''

/** A link; without code it hands on what it gets. Named by its ends, which makes the name unique. */
const link = (from: End, to: End, jsCode = ''): Link => ({
  name: `${from.filter((part) => part !== own).join('.')} to ${to.filter((part) => part !== own).join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode,
})

const text = { type: 'string' }
const testLocale = { locale: { language: 'fr', country: 'FR', label: 'fr-FR' }, brand: { name: 'Adventure Works' } }
const sample = (payload: unknown) => ({
  testPayload: JSON.stringify(payload, null, 2),
  testContext: JSON.stringify(testLocale, null, 2),
})

/** What every pipeline of the demo hands to its two sinks. */
const sinks = (made: Made, schema: DemoSchema) => [
  { name: 'warehouse', outputSchema: listOfSchema(made.schema(schema)) },
  { name: 'catalogue_file', outputSchema: listOfSchema(made.schema(schema)) },
]
const toSinks = (from: End): Link[] => [link(from, [own, 'warehouse']), link(from, [own, 'catalogue_file'])]

/** The demo's components in an order in which each comes after those it is built of. Code lies in components/ and links/. */
export const demoComponents: readonly DemoComponent[] = [
  {
    name: 'Parse date',
    folder: 'Functions',
    make: () => ({
      kind: 'function',
      description: 'A date as people write it, as ISO text.',
      inputs: [
        { name: 'text', inputSchema: text },
        { name: 'format', inputSchema: { type: 'string', enum: ['dmy', 'mdy'] } },
      ],
      outputs: [{ name: 'date', outputSchema: { type: ['string', 'null'], format: 'date' } }],
      jsCode: demoCode('components/parse-date.js'),
      ...sample({ text: '31.12.2024' }),
    }),
  },
  {
    name: 'Overlay locale',
    folder: 'Functions',
    make: (made) => ({
      kind: 'function',
      description: 'Lays local texts and prices over the products of the master.',
      inputs: [
        { name: 'master', inputSchema: listOfSchema(made.schema('Product')) },
        { name: 'local', inputSchema: { type: 'array', items: { type: 'object' } } },
      ],
      outputs: [{ name: 'products', outputSchema: listOfSchema(made.schema('Product')) }],
      jsCode: demoCode('components/overlay-locale.js'),
      ...sample({
        master: [{ key: 'B-1', locale: 'en-US', brand: 'Adventure Works', name: 'Road bike', attributes: {} }],
        local: [{ key: 'B-1', name: 'Vélo de route', price: 999.5, currency: 'EUR' }],
      }),
    }),
  },
  {
    name: 'Rows with ISO dates',
    folder: 'Functions',
    make: (made) => ({
      kind: 'forEach',
      description: 'Local rows, their start date as ISO text. Two links into one port merge row and date.',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(made.schema('Bike text')) }],
      outputs: [{ name: 'dated', outputSchema: listOfSchema(made.schema('Bike text')) }],
      instances: [{ name: 'parse', instanceOf: made.component('Parse date') }],
      links: [
        link([own, 'rows'], ['parse', 'text'], "ctx.output = ctx.input.start_date ?? ''"),
        link([own, 'rows'], [own, 'dated']),
        link(['parse', 'date'], [own, 'dated'], 'ctx.output = { start_date: ctx.input }'),
      ],
    }),
  },
  {
    name: 'Row to product',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'instruction',
      description: 'Renames and types one row of the bikes master.',
      inputs: [
        { name: 'row', inputSchema: refToSchema(made.schema('Bike row')) },
        { name: 'started', inputSchema: { type: ['string', 'null'] } },
      ],
      outputs: [{ name: 'product', outputSchema: refToSchema(made.schema('Product')) }],
      jsCode: demoCode('components/row-to-product.js'),
      ...sample({
        row: { ProductAlternateKey: 'BK-1', EnglishProductName: 'Road bike', ListPrice: 999.5, Status: 'Current' },
        started: '2024-01-01',
      }),
    }),
  },
  {
    name: 'Rows to products',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'forEach',
      description: 'Row to product for each row that is current.',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(made.schema('Bike row')) }],
      outputs: [{ name: 'products', outputSchema: listOfSchema(made.schema('Product')) }],
      instances: [
        { name: 'parse', instanceOf: made.component('Parse date') },
        { name: 'convert', instanceOf: made.component('Row to product') },
      ],
      links: [
        link([own, 'rows'], ['parse', 'text'], "ctx.output = ctx.input.StartDate ?? ''"),
        link([own, 'rows'], ['convert', 'row']),
        link(['parse', 'date'], ['convert', 'started']),
        link(['convert', 'product'], [own, 'products']),
      ],
    }),
  },
  {
    name: 'Bikes catalogue',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'workflow',
      description: 'Products of the bikes master in the words and prices of one locale.',
      inputs: [
        { name: 'catalogue', inputSchema: listOfSchema(made.schema('Bike row')) },
        { name: 'local', inputSchema: listOfSchema(made.schema('Bike text')) },
      ],
      outputs: sinks(made, 'Product'),
      instances: [
        { name: 'products', instanceOf: made.component('Rows to products') },
        { name: 'dates', instanceOf: made.component('Rows with ISO dates') },
        { name: 'overlay', instanceOf: made.component('Overlay locale') },
      ],
      links: [
        link([own, 'catalogue'], ['products', 'rows']),
        link(['products', 'products'], ['overlay', 'master']),
        link([own, 'local'], ['dates', 'rows']),
        link(['dates', 'dated'], ['overlay', 'local'], demoCode('links/bike-texts.js')),
        ...toSinks(['overlay', 'products']),
      ],
    }),
  },
  {
    name: 'Vehicle to product',
    folder: 'Electric vehicles',
    make: (made) => ({
      kind: 'instruction',
      description: 'One vehicle of the open data set as a product.',
      inputs: [{ name: 'vehicle', inputSchema: refToSchema(made.schema('EV vehicle')) }],
      outputs: [{ name: 'product', outputSchema: refToSchema(made.schema('Product')) }],
      jsCode: demoCode('components/vehicle-to-product.js'),
    }),
  },
  {
    name: 'Vehicles to products',
    folder: 'Electric vehicles',
    make: (made) => ({
      kind: 'forEach',
      description: 'Vehicle to product for each vehicle.',
      inputs: [{ name: 'vehicles', inputSchema: listOfSchema(made.schema('EV vehicle')) }],
      outputs: [{ name: 'products', outputSchema: listOfSchema(made.schema('Product')) }],
      instances: [{ name: 'convert', instanceOf: made.component('Vehicle to product') }],
      links: [link([own, 'vehicles'], ['convert', 'vehicle']), link(['convert', 'product'], [own, 'products'])],
    }),
  },
  {
    name: 'EV catalogue',
    folder: 'Electric vehicles',
    make: (made) => ({
      kind: 'workflow',
      description: 'Electric vehicles as one market sells them.',
      inputs: [
        { name: 'vehicles', inputSchema: listOfSchema(made.schema('EV vehicle')) },
        { name: 'market', inputSchema: listOfSchema(made.schema('EV market row')) },
      ],
      outputs: sinks(made, 'Product'),
      instances: [
        { name: 'products', instanceOf: made.component('Vehicles to products') },
        { name: 'overlay', instanceOf: made.component('Overlay locale') },
      ],
      links: [
        link([own, 'vehicles'], ['products', 'vehicles']),
        link(['products', 'products'], ['overlay', 'master']),
        link([own, 'market'], ['overlay', 'local'], demoCode('links/market-offers.js')),
        ...toSinks(['overlay', 'products']),
      ],
    }),
  },
  {
    name: 'Dealer of the locale',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'instruction',
      description: "Keeps dealers of the locale's country, postal codes as text.",
      inputs: [{ name: 'row', inputSchema: refToSchema(made.schema('Dealer')) }],
      outputs: [{ name: 'dealer', outputSchema: refToSchema(made.schema('Dealer')) }],
      jsCode: demoCode('components/dealer-of-locale.js'),
      ...sample({ row: { key: 'D-1', name: 'Vélo Sud', postal_code: '6000', country: 'FR' } }),
    }),
  },
  {
    name: 'Dealers of the locale',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'forEach',
      description: 'Dealer of the locale for each row.',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(made.schema('Dealer')) }],
      outputs: [{ name: 'dealers', outputSchema: listOfSchema(made.schema('Dealer')) }],
      instances: [{ name: 'choose', instanceOf: made.component('Dealer of the locale') }],
      links: [link([own, 'rows'], ['choose', 'row']), link(['choose', 'dealer'], [own, 'dealers'])],
    }),
  },
  {
    name: 'Dealers',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'workflow',
      description: "The dealers of the locale's country.",
      inputs: [{ name: 'dealers', inputSchema: listOfSchema(made.schema('Dealer')) }],
      outputs: sinks(made, 'Dealer'),
      instances: [{ name: 'chosen', instanceOf: made.component('Dealers of the locale') }],
      links: [link([own, 'dealers'], ['chosen', 'rows']), ...toSinks(['chosen', 'dealers'])],
    }),
  },
  {
    name: 'Store of the locale',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'instruction',
      description: 'A store as it is listed.',
      inputs: [{ name: 'store', inputSchema: refToSchema(made.schema('Store')) }],
      outputs: [{ name: 'listed', outputSchema: refToSchema(made.schema('Listed store')) }],
      jsCode: demoCode('components/store-of-locale.js'),
    }),
  },
  {
    name: 'Best Buy stores',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'forEach',
      description: 'Store of the locale for each store.',
      inputs: [{ name: 'stores', inputSchema: listOfSchema(made.schema('Store')) }],
      outputs: sinks(made, 'Listed store'),
      instances: [{ name: 'store', instanceOf: made.component('Store of the locale') }],
      links: [link([own, 'stores'], ['store', 'store']), ...toSinks(['store', 'listed'])],
    }),
  },
  {
    name: 'Registry row',
    folder: 'Registries',
    make: (made) => ({
      kind: 'instruction',
      description: 'One row of the registry with the columns that shops use.',
      inputs: [{ name: 'row', inputSchema: refToSchema(made.schema('EPA row')) }],
      outputs: [{ name: 'vehicle', outputSchema: refToSchema(made.schema('Registered vehicle')) }],
      jsCode: demoCode('components/registry-row.js'),
      ...sample({
        row: { id: 1, year: 1985, make: 'Alfa', model: 'Spider', createdOn: 'Tue Jan 01 00:00:00 EST 2013' },
      }),
    }),
  },
  {
    name: 'EPA registry',
    folder: 'Registries',
    make: (made) => ({
      kind: 'forEach',
      description: 'Registry row for each row. Record by record, so that a file of any length streams through.',
      inputs: [{ name: 'vehicles', inputSchema: listOfSchema(made.schema('EPA row')) }],
      outputs: sinks(made, 'Registered vehicle'),
      instances: [{ name: 'row', instanceOf: made.component('Registry row') }],
      links: [link([own, 'vehicles'], ['row', 'row']), ...toSinks(['row', 'vehicle'])],
    }),
  },
]
