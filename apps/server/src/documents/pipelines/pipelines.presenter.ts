import { type Locale, type Pipeline, type PipelineListItem } from '@millrace/contract'
import type { Rights } from '../kernel/rights.ts'
import type { VersionRow } from '../kernel/versions/versions.reads.ts'
import { presentVersion } from '../kernel/versions/versions.presenter.ts'
import { parsePipelineContent } from './pipeline.content.ts'
import type { CountryRow, ItemRow } from './pipelines.repository.ts'
import { maskListeners, maskSinks, maskSources } from '../kernel/versions/address-secrets.ts'

/** A locale's label is language-country (PIC-009). */
const presentLocale = (locale: NonNullable<ItemRow['locale']>): Locale => ({
  ...locale,
  label: `${locale.language}-${locale.country}`,
})

/** A pipeline in a list (PIC-011). */
export function presentItem(row: ItemRow, countries?: readonly CountryRow[]): PipelineListItem {
  const content = parsePipelineContent(row.content)
  return {
    _id: row.id,
    name: row.name,
    version: row.version,
    vLocked: row.locked,
    isMaster: row.isMaster,
    masterPipeline: content.masterPipeline,
    brand: row.brand,
    locale: row.locale === null ? null : presentLocale(row.locale),
    productLine: row.productLine,
    datakind: row.datakind,
    dataSources: maskSources(content.dataSources),
    dataSinks: maskSinks(content.dataSinks),
    ...(row.isMaster && countries !== undefined
      ? {
          countryPipelines: countries.map((country) => ({
            _id: country.id,
            name: country.name,
            version: country.version,
            vLocked: country.locked,
          })),
        }
      : {}),
  }
}

/** A pipeline for its editor (PIP-002 to PIP-005). */
export function presentPipeline(
  row: VersionRow,
  item: ItemRow,
  rights: Rights,
  versions: readonly VersionRow[],
  countries: readonly CountryRow[],
): Pipeline {
  const content = parsePipelineContent(row.content)
  return {
    ...presentItem(item, countries),
    dataSources: maskSources(content.dataSources, { showQueries: rights.writes }),
    id: row.id,
    folder: row.folderId,
    component: content.component,
    sys_version: row.sysVersion,
    read_only: row.locked || !rights.writes,
    isHidden: item.isHidden,
    pipelineSchema: content.pipelineSchema,
    inputSchema: content.inputSchema,
    outputSchema: content.outputSchema,
    versions: versions.map(presentVersion),
    endpoints: content.endpoints,
    listeners: maskListeners(content.listeners),
  }
}
