import { listOfSchema, refToSchema } from '@millrace/contract'
import { block, type DemoComponent, link, own, records, sample, sinks, text, toSinks } from './component-parts.ts'
import { demoCode } from './demo-code.ts'
import { bikeMapping, bikeTextMapping } from './demo-mappings.ts'
import { priceComponents } from './price-components.ts'
import { registryComponents } from './registry-components.ts'

/** Rows of the bikes master to try components with. */
const bikeRows = [
  {
    ProductAlternateKey: 'BK-1',
    EnglishProductName: 'Road bike',
    EnglishProductCategoryName: 'Bikes',
    Color: 'Red',
    Size: 'NA',
    ListPrice: 999.5,
    StartDate: '2024-01-01',
    Status: 'Current',
  },
  { ProductAlternateKey: 'HL-2', EnglishProductName: 'Helmet', Color: 'NA', Weight: 0.4, Status: 'Current' },
]

/**
 * The demo's components in an order in which each comes after those it is built of: ready-made blocks where they do the
 * job, code of our own in components/ and links/ where not.
 */
export const demoComponents: readonly DemoComponent[] = [
  {
    name: 'Parse date',
    folder: 'Functions',
    make: () => ({
      kind: 'function',
      description: 'A date as a source writes it, such as DD/MM/YYYY, as an ISO date.',
      inputs: [
        { name: 'text', inputSchema: text },
        { name: 'format', inputSchema: text },
      ],
      outputs: [{ name: 'date', outputSchema: text }],
      jsCode: demoCode('components/parse-date.js'),
      ...sample({ text: '01/03/2024', format: 'DD/MM/YYYY' }),
    }),
  },
  {
    name: 'Report unknown keys',
    folder: 'Functions',
    make: () => ({
      kind: 'instruction',
      description: 'Names local records that the master does not have.',
      inputs: [{ name: 'records', inputSchema: records }],
      outputs: [],
      jsCode: demoCode('components/report-unknown-keys.js'),
      ...sample({ records: [{ key: 'B-9' }] }),
    }),
  },
  {
    name: 'Overlay locale',
    folder: 'Functions',
    make: (made) => ({
      kind: 'workflow',
      description: 'Lays local texts and prices over the products of the master; a filled local value wins.',
      inputs: [
        { name: 'master', inputSchema: listOfSchema(made.schema('Product')) },
        { name: 'local', inputSchema: records },
      ],
      outputs: [{ name: 'products', outputSchema: listOfSchema(made.schema('Product')) }],
      instances: [
        block(made, 'join', 'Join', { on: [{ left: 'key', right: 'key' }], wins: 'left', mergeObjects: true }),
        block(made, 'localise', 'Map fields', {
          fields: [{ to: 'locale', fromContext: 'locale.label' }],
          keepOthers: true,
        }),
        { name: 'report', instanceOf: made.component('Report unknown keys') },
      ],
      links: [
        link([own, 'local'], ['join', 'left']),
        link([own, 'master'], ['join', 'right']),
        link(['join', 'joined'], ['localise', 'records']),
        link(['join', 'leftOnly'], ['report', 'records']),
        link(['localise', 'records'], [own, 'products']),
      ],
      ...sample({
        master: [{ key: 'B-1', locale: 'en-US', brand: 'Adventure Works', name: 'Road bike', attributes: {} }],
        local: [{ key: 'B-1', name: 'Vélo de route', price: 999.5, currency: 'EUR' }],
      }),
    }),
  },
  {
    name: 'Row to product',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'instruction',
      description: 'Renames and types one row of the bikes master, in code.',
      inputs: [{ name: 'row', inputSchema: refToSchema(made.schema('Bike row')) }],
      outputs: [{ name: 'product', outputSchema: refToSchema(made.schema('Product')) }],
      jsCode: demoCode('components/row-to-product.js'),
      ...sample({ row: bikeRows[0] }),
    }),
  },
  {
    name: 'Rows to products',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'forEach',
      description: 'Row to product for each row: in code what Bikes catalogue does with a mapping.',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(made.schema('Bike row')) }],
      outputs: [{ name: 'products', outputSchema: listOfSchema(made.schema('Product')) }],
      instances: [{ name: 'convert', instanceOf: made.component('Row to product') }],
      links: [link([own, 'rows'], ['convert', 'row']), link(['convert', 'product'], [own, 'products'])],
    }),
  },
  {
    name: 'Bikes catalogue',
    folder: 'Bikes',
    make: (made) => ({
      kind: 'workflow',
      description: 'Current products of the bikes master in the words and prices of one locale.',
      inputs: [
        { name: 'catalogue', inputSchema: listOfSchema(made.schema('Bike row')) },
        { name: 'local', inputSchema: listOfSchema(made.schema('Bike text')) },
      ],
      outputs: sinks(made, 'Product'),
      instances: [
        block(made, 'current', 'Filter', { conditions: [{ field: 'Status', is: 'equals', value: 'Current' }] }),
        block(made, 'products', 'Map fields', bikeMapping),
        block(made, 'texts', 'Map fields', bikeTextMapping),
        { name: 'overlay', instanceOf: made.component('Overlay locale') },
      ],
      links: [
        link([own, 'catalogue'], ['current', 'records']),
        link(['current', 'kept'], ['products', 'records']),
        link(['products', 'records'], ['overlay', 'master']),
        link([own, 'local'], ['texts', 'records']),
        link(['texts', 'records'], ['overlay', 'local']),
        ...toSinks(['overlay', 'products']),
      ],
      ...sample({
        catalogue: bikeRows,
        local: [
          { key: 'BK-1', name: 'Vélo de route', description: 'Rapide.', price: 1099.5, start_date: '01/03/2024' },
        ],
      }),
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
        block(made, 'offers', 'Map fields', {
          fields: [
            { to: 'key', from: 'unique_code' },
            // The plain trim of a model is not part of its name.
            { to: 'name', template: '{make} {model} {trim} {variant}', treatAsEmpty: ['Base'] },
            { to: 'price', from: 'msrp_amount' },
            { to: 'currency', from: 'msrp_currency' },
            { to: 'attributes.availability', from: 'availability' },
            { to: 'attributes.batteryKwh', from: 'pack_capacity_kwh_net' },
            { to: 'attributes.rangeWltpKm', from: 'range_wltp_km' },
            { to: 'attributes.rangeEpaKm', from: 'range_epa_km' },
            { to: 'attributes.chargingKw', from: 'dc_max_power_kw' },
          ],
        }),
        { name: 'overlay', instanceOf: made.component('Overlay locale') },
      ],
      links: [
        link([own, 'vehicles'], ['products', 'vehicles']),
        link(['products', 'products'], ['overlay', 'master']),
        link([own, 'market'], ['offers', 'records']),
        link(['offers', 'records'], ['overlay', 'local']),
        ...toSinks(['overlay', 'products']),
      ],
    }),
  },
  {
    name: 'Postal code',
    folder: 'Functions',
    make: () => ({
      kind: 'function',
      description: 'A postal code as text with the zeros that a spreadsheet drops.',
      inputs: [
        { name: 'code', inputSchema: text },
        { name: 'country', inputSchema: text },
      ],
      outputs: [{ name: 'postalCode', outputSchema: text }],
      jsCode: demoCode('components/postal-code.js'),
      ...sample({ code: '6000', country: 'FR' }),
    }),
  },
  {
    name: 'Dealers with postal codes',
    folder: 'Retail network',
    make: (made) => ({
      kind: 'forEach',
      description: 'Postal code for each dealer. Two links into one port merge dealer and code.',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(made.schema('Dealer')) }],
      outputs: [{ name: 'dealers', outputSchema: listOfSchema(made.schema('Dealer')) }],
      instances: [{ name: 'code', instanceOf: made.component('Postal code') }],
      links: [
        { ...link([own, 'rows'], ['code', 'code'], 'ctx.output = ctx.input.postal_code'), name: 'code of a dealer' },
        { ...link([own, 'rows'], ['code', 'country'], 'ctx.output = ctx.input.country'), name: 'country of a dealer' },
        link([own, 'rows'], [own, 'dealers']),
        link(['code', 'postalCode'], [own, 'dealers'], 'ctx.output = { postal_code: ctx.input }'),
      ],
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
      instances: [
        block(made, 'ofCountry', 'Filter', {
          conditions: [{ field: 'country', is: 'equals', fromContext: 'locale.country' }],
        }),
        { name: 'codes', instanceOf: made.component('Dealers with postal codes') },
        block(made, 'localise', 'Map fields', {
          fields: [{ to: 'locale', fromContext: 'locale.label' }],
          keepOthers: true,
        }),
      ],
      links: [
        link([own, 'dealers'], ['ofCountry', 'records']),
        link(['ofCountry', 'kept'], ['codes', 'rows']),
        link(['codes', 'dealers'], ['localise', 'records']),
        ...toSinks(['localise', 'records']),
      ],
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
  ...registryComponents,
  ...priceComponents,
]
