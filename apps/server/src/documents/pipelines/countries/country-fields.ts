import type { DataSink, DataSource } from '@millrace/contract'
import type { Secrets } from '../../../platform/config/secrets.ts'
import { withOpenHeaders } from '../../kernel/versions/sealed-headers.ts'
import { parsePipelineContent } from '../pipeline.content.ts'
import type { ItemRow, PipelineColumns } from '../pipelines.repository.ts'

/** The fields of a pipeline version that the rule of inheritance compares, as they are stored. */
export type PipelineFields = ReturnType<typeof fieldsOf>

export function fieldsOf(row: ItemRow) {
  const { brand, locale, productLine, datakind } = row
  const { component, pipelineSchema, inputSchema, outputSchema, dataSources, dataSinks } = parsePipelineContent(
    row.content,
  )
  return {
    ...{ brand, locale, productLine, datakind },
    ...{ component, pipelineSchema, inputSchema, outputSchema, dataSources, dataSinks },
  }
}

/** The columns with what the fields class the pipeline by. */
export const columnsWith = (columns: PipelineColumns, fields: PipelineFields): PipelineColumns => ({
  ...columns,
  brandId: fields.brand?._id ?? null,
  localeId: fields.locale?._id ?? null,
  productLineId: fields.productLine?._id ?? null,
  datakindId: fields.datakind?._id ?? null,
})

type Opening = Pick<Secrets, 'open'>
type Addressed = { headers?: Record<string, string> }

/**
 * The fields with the seals of another version where a header holds the same: sealed twice, the same value is two texts,
 * and every header of a country would count as its own.
 */
export const withSealsOf = (secrets: Opening, fields: PipelineFields, other: PipelineFields): PipelineFields => ({
  ...fields,
  dataSources: fields.dataSources.map((source) => {
    const config = fetchOf(source)
    const known = other.dataSources.find(({ dataSubKind }) => dataSubKind === source.dataSubKind)
    return config === null ? source : { ...source, config: withSeals(secrets, config, known && fetchOf(known)) }
  }),
  dataSinks: fields.dataSinks.map((sink) => {
    const target = targetOf(sink)
    const known = other.dataSinks.find(({ name }) => name === sink.name)
    return target === null ? sink : { ...sink, target: withSeals(secrets, target, known && targetOf(known)) }
  }),
})

const fetchOf = ({ config }: DataSource) => (config !== undefined && 'url' in config ? config : null)
const targetOf = ({ target }: DataSink) => (target?.kind === 'http' ? target : null)

function withSeals<T extends Addressed>(secrets: Opening, one: T, other: Addressed | null | undefined): T {
  if (one.headers === undefined || !other?.headers) return one
  const [opened, known] = [withOpenHeaders(secrets, one).headers, withOpenHeaders(secrets, other).headers]
  const headers = Object.entries(one.headers).map(([name, value]) => {
    const isSame = known !== undefined && Object.hasOwn(known, name) && opened?.[name] === known[name]
    return [name, isSame ? other.headers?.[name] : value]
  })
  return { ...one, headers: Object.fromEntries(headers) }
}

/** The first source that would get the text of a query which the country does not have; null when there is none. */
export const sourceWithNewQuery = (country: PipelineFields, changed: PipelineFields): string | null =>
  changed.dataSources.find((source) => {
    const query = queryOf(source)
    return query !== null && !country.dataSources.some((own) => queryOf(own) === query)
  })?.dataSubKind ?? null

const queryOf = ({ config }: DataSource): string | null =>
  config !== undefined && 'query' in config ? config.query : null
