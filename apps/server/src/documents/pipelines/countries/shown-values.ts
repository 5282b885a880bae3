import type { DataSink, DataSource } from '@millrace/contract'
import { maskSinks, maskSources } from '../../kernel/versions/address-secrets.ts'
import type { ItemRow } from '../pipelines.repository.ts'

/** Names of what a caller sees, by id. */
export type SeenNames = { components: ReadonlyMap<string, string>; connections: ReadonlyMap<string, string> }

type Show = (value: never, names: SeenNames, showQueries: boolean) => unknown

const unseen = 'one that you do not see'

/** A connection by its name. */
function named<T extends object>(value: T, { connections }: SeenNames): T {
  if (!('connection' in value)) return value
  return { ...value, connection: connections.get(String(value.connection)) ?? unseen }
}

function shownSource(source: DataSource, names: SeenNames, showQueries: boolean): object {
  const [shown = source] = maskSources([source], { showQueries })
  return { ...shown, ...(shown.config && { config: named(shown.config, names) }) }
}

function shownSink(sink: DataSink, names: SeenNames): object {
  const [shown = sink] = maskSinks([sink])
  return { ...shown, ...(shown.target && { target: named(shown.target, names) }) }
}

/** The pointers whose values are not shown as they are stored: by name, or without their secrets (S6). */
const shows: [RegExp, Show][] = [
  [/^\/(brand|datakind)$/, ({ name }: NonNullable<ItemRow['brand']>) => name],
  [/^\/productLine$/, ({ label }: NonNullable<ItemRow['productLine']>) => label],
  [/^\/locale$/, ({ language, country }: NonNullable<ItemRow['locale']>) => `${language}-${country}`],
  [/^\/component$/, (id: string, { components }) => components.get(id) ?? unseen],
  // Schemas of components may be as large as five megabytes, and a country never has its own.
  [/^\/(input|output)Schema$/, () => null],
  [/^\/dataSources\/[^/]+$/, shownSource],
  [
    /^\/dataSources\/[^/]+\/config$/,
    (config: DataSource['config'], names, showQueries) =>
      (shownSource({ config } as DataSource, names, showQueries) as DataSource).config,
  ],
  [/^\/dataSinks\/[^/]+$/, shownSink],
  [
    /^\/dataSinks\/[^/]+\/target$/,
    (target: DataSink['target'], names) => (shownSink({ target } as DataSink, names) as DataSink).target,
  ],
  [/^\/dataSinks\/[^/]+\/target\/connection$/, (id: string, { connections }) => connections.get(id) ?? unseen],
]

/** A value as it is shown; what is absent is null. */
export function shownValue(pointer: string, value: unknown, names: SeenNames, showQueries: boolean): unknown {
  if (value === undefined || value === null) return null
  const show = shows.find(([places]) => places.test(pointer))?.[1]
  return show === undefined ? value : show(value as never, names, showQueries)
}
