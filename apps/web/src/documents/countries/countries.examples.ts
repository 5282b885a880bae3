import type { CountryCell, CountryMatrix } from '@millrace/contract'

const fields: CountryMatrix['fields'] = [
  { pointer: '/brand', group: 'classification', newest: 'Adventure Works' },
  { pointer: '/locale', group: 'classification', newest: 'en-US' },
  { pointer: '/productLine', group: 'classification', newest: 'Bikes' },
  { pointer: '/datakind', group: 'classification', newest: 'product' },
  ...['connectorType', 'contentType', 'dataFromMaster', 'enabled', 'config/delimiter', 'config/decimal'].flatMap(
    (setting) =>
      ['catalogue', 'market', 'prices', 'dealers'].map((source) => ({
        pointer: `/dataSources/${source}/${setting}`,
        group: 'sources' as const,
        newest:
          { connectorType: 'manual', contentType: 'csv', 'config/delimiter': '\t', 'config/decimal': '.' }[setting] ??
          true,
      })),
  ),
  ...['format', 'tolerance', 'target/table', 'target/keys'].map((setting) => ({
    pointer: `/dataSinks/market/${setting}`,
    group: 'sinks' as const,
    newest: { format: 'ndjson', tolerance: 0.1, 'target/table': 'products' }[setting] ?? ['code', 'market'],
  })),
  { pointer: '/pipelineSchema', group: 'schema', newest: { type: 'object' } },
  { pointer: '/component', group: 'schema', newest: 'Market of bikes, version 4' },
  { pointer: '/inputSchema', group: 'schema', newest: null },
  { pointer: '/outputSchema', group: 'schema', newest: null },
]

const places = ['fr-FR', 'de-DE', 'it-IT', 'es-ES', 'nl-NL', 'sv-SE', 'da-DK', 'fi-FI', 'pl-PL', 'pt-PT'] as const

/** What the countries have of their own, by column and pointer. */
const own: Record<number, Record<string, CountryCell>> = {
  0: { '/brand': { state: 'overridden', behind: false, own: 'Vélos du Sud' } },
  1: { '/dataSources/market/config/delimiter': { state: 'drifted', behind: false, own: ';', stored: ',' } },
  6: { '/dataSinks/market/target/table': { state: 'overridden', behind: false, own: 'products_nordic' } },
}

function cellOf(column: number, pointer: string, locale: string): CountryCell {
  const special = own[column]?.[pointer]
  if (special !== undefined) return special
  if (pointer === '/locale') return { state: 'own', behind: false, own: locale, stored: 'en-US' }
  if (pointer.endsWith('/config/delimiter')) return { state: 'inherited', behind: true, own: ',', stored: ',' }
  return { state: 'inherited', behind: false }
}

/** Twenty countries of a master of bikes, of whose newest version each is one behind; three have a value of their own. */
export const exampleMatrix = (count = 20): CountryMatrix => ({
  master: { _id: 'bikes2', name: 'Bikes', version: 2, vLocked: true, sys_version: 3 },
  fields,
  countries: Array.from({ length: count }, (_, column) => {
    const place = places[column % places.length] ?? 'fr-FR'
    const name = `Bikes ${place}${column < places.length ? '' : ' outlet'}`
    return {
      ...{ _id: `country${column}`, name, version: 1, vLocked: column % 2 === 0, sys_version: 1, locale: place },
      master: { _id: 'bikes1', version: 1 },
      writable: column !== 4,
      cells: fields.map(({ pointer }) => cellOf(column, pointer, place)),
    }
  }),
})
