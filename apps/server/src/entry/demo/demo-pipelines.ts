import type { DataSource, EndpointInfo, FileFormat, ListenerInfo, PipelineInput } from '@millrace/contract'

type Source = {
  dataSubKind: string
  contentType: DataSource['contentType']
  /** A person sends its files unless it says otherwise. */
  connectorType?: DataSource['connectorType']
  config?: FileFormat
  tolerance?: number
}
type Country = { locale: string; sources: readonly Source[]; listeners?: ListenerInfo[]; draft?: boolean }

/** A master with its countries. Countries are named '{master} {locale}' and read `fromMaster` of the master's uploads. */
export type DemoMaster = {
  name: string
  folder: string
  component: string
  brand: string
  productLine: string
  datakind: string
  /** Where its countries write; null for one that only answers calls. */
  table: { name: string; keys: string[] } | null
  endpoints?: EndpointInfo[]
  fromMaster: readonly Source[]
  countries: readonly Country[]
}

const dealerColumns: FileFormat['columns'] = {
  ResellerAlternateKey: 'key',
  ResellerName: 'name',
  BusinessType: 'business_type',
  AddressLine1: 'address',
  AddressLine2: 'address2',
  City: 'city',
  StateProvinceCode: 'state',
  PostalCode: 'postal_code',
  CountryRegionCode: 'country',
  Phone: 'phone',
  ProductLine: 'product_line',
  NumberEmployees: 'employees',
  YearOpened: 'year_opened',
  AnnualSales: 'annual_sales',
  AnnualRevenue: 'annual_revenue',
}
const dealers: Source = {
  dataSubKind: 'dealers',
  contentType: 'excel',
  config: { sheet: 'Dealers', columns: dealerColumns },
}

/** Columns that every local bikes file has under the same name. */
const bikeColumns = {
  ProductAlternateKey: 'key',
  Weight: 'weight',
  ListPrice: 'price',
  DealerPrice: 'dealer_price',
  StartDate: 'start_date',
  Status: 'status',
}
const bikeTexts = (decimal: '.' | ',', columns: Record<string, string>): Source => ({
  dataSubKind: 'local',
  contentType: 'csv',
  // Half of the texts of a locale may be missing: what is there is published.
  tolerance: 0.5,
  config: { decimal, columns: { ...bikeColumns, ...columns } },
})
const market = (decimal: '.' | ','): Source => ({ dataSubKind: 'market', contentType: 'csv', config: { decimal } })

export const demoMasters: readonly DemoMaster[] = [
  {
    name: 'Bikes catalogue',
    folder: 'Bikes',
    component: 'Bikes catalogue',
    brand: 'Adventure Works',
    productLine: 'Bikes',
    datakind: 'product',
    table: { name: 'product', keys: ['key', 'locale'] },
    fromMaster: [{ dataSubKind: 'catalogue', contentType: 'csv', config: { decimal: '.' } }],
    countries: [
      {
        locale: 'fr-FR',
        sources: [
          bikeTexts(',', {
            FrenchProductName: 'name',
            FrenchDescription: 'description',
            FrenchProductCategoryName: 'category',
            FrenchProductSubcategoryName: 'subcategory',
          }),
        ],
      },
      { locale: 'de-DE', sources: [bikeTexts(',', { ModelName: 'name', GermanDescription: 'description' })] },
      {
        locale: 'es-ES',
        sources: [
          bikeTexts('.', {
            SpanishProductName: 'name',
            SpanishDescription: 'description',
            SpanishProductCategoryName: 'category',
            SpanishProductSubcategoryName: 'subcategory',
          }),
        ],
      },
    ],
  },
  {
    name: 'EV catalogue',
    folder: 'Electric vehicles',
    component: 'EV catalogue',
    brand: 'OpenEV',
    productLine: 'Electric vehicles',
    datakind: 'product',
    table: { name: 'product', keys: ['key', 'locale'] },
    fromMaster: [{ dataSubKind: 'vehicles', contentType: 'json' }],
    countries: [
      { locale: 'en-US', sources: [market('.')] },
      { locale: 'de-DE', sources: [market(',')] },
      { locale: 'pt-BR', sources: [market(',')] },
    ],
  },
  {
    name: 'EPA registry',
    folder: 'Registries',
    component: 'EPA registry',
    brand: 'OpenEV',
    productLine: 'Electric vehicles',
    datakind: 'product',
    table: { name: 'vehicle', keys: ['id', 'locale'] },
    fromMaster: [],
    countries: [
      { locale: 'en-US', sources: [{ dataSubKind: 'vehicles', contentType: 'csv', config: { decimal: '.' } }] },
    ],
  },
  {
    name: 'Dealers',
    folder: 'Retail network',
    component: 'Dealers',
    brand: 'Adventure Works',
    productLine: 'Retail network',
    datakind: 'dealer',
    table: { name: 'dealer', keys: ['key', 'locale'] },
    fromMaster: [],
    countries: [
      { locale: 'fr-FR', sources: [dealers] },
      { locale: 'de-DE', sources: [dealers] },
    ],
  },
  {
    name: 'Best Buy stores',
    folder: 'Retail network',
    component: 'Best Buy stores',
    brand: 'Best Buy',
    productLine: 'Retail network',
    datakind: 'dealer',
    table: { name: 'store', keys: ['id', 'locale'] },
    fromMaster: [],
    // Left a draft, so that the lists show one beside what is in production.
    countries: [
      { locale: 'en-US', sources: [{ dataSubKind: 'stores', contentType: 'json', tolerance: 0.05 }], draft: true },
    ],
  },
  {
    name: 'EV price',
    folder: 'Prices',
    component: 'EV price',
    brand: 'OpenEV',
    productLine: 'Electric vehicles',
    datakind: 'price',
    table: null,
    endpoints: [{ route: '/price', description: 'Takes one price and answers it as shops take it.' }],
    fromMaster: [],
    countries: [],
  },
  {
    name: 'EV price check',
    folder: 'Prices',
    component: 'EV price check',
    brand: 'OpenEV',
    productLine: 'Electric vehicles',
    datakind: 'price',
    table: { name: 'price', keys: ['unique_code'] },
    fromMaster: [],
    countries: [
      {
        locale: 'en-US',
        sources: [{ dataSubKind: 'prices', contentType: 'json', connectorType: 'listener' }],
        // HTTP posts need no broker. A second is long enough to gather a burst and short enough to watch.
        listeners: [{ name: 'prices', source: 'prices', kind: 'http', gatherSeconds: 1 }],
      },
    ],
  },
]

export const countryName = (master: string, locale: string): string => `${master} ${locale}`

const asSource = (source: Source, dataFromMaster: boolean): NonNullable<PipelineInput['dataSources']>[number] => ({
  connectorType: 'manual',
  ...source,
  dataFromMaster,
})

/** Sources of a master: what its countries read of its uploads. */
export const masterSources = (master: DemoMaster) => master.fromMaster.map((source) => asSource(source, false))

export const countrySources = (master: DemoMaster, country: Country) => [
  ...master.fromMaster.map((source) => asSource(source, true)),
  ...country.sources.map((source) => asSource(source, false)),
]

/** Both sinks of a pipeline; without a connection the records go to files alone. */
export function demoSinks(master: DemoMaster, connection: string | null): NonNullable<PipelineInput['dataSinks']> {
  if (master.table === null) return []
  const { name, keys } = master.table
  const target = { kind: 'table', connection: connection ?? '', table: name, keys, mode: 'upsert' } as const
  return [
    { name: 'warehouse', format: 'ndjson', ...(connection === null ? {} : { target }) },
    { name: 'catalogue_file', format: 'ndjson' },
  ]
}
