import type { JsonSchema } from '../primitives.ts'
import { missingProperties } from './pipeline.rule.ts'
import type { DataSink, DataSource, PipelineListItem } from './pipelines.messages.ts'
import { findUnknownPorts, type PlacedFault, portsOfSchema } from './ports.rule.ts'
import { findSaveFaults, type PipelineRules } from './save.rule.ts'

/** Something that is missing before the pipeline can be saved, or only before it can run. */
export type MissingPart = PlacedFault & { before: 'save' | 'run' }

/** A pipeline as somebody is editing it: what was not filled in yet is absent. */
export type EditedPipeline = Omit<PipelineRules, 'dataSources' | 'dataSinks'> &
  Pick<PipelineListItem, 'brand' | 'locale' | 'productLine' | 'datakind'> & {
    dataSources: readonly (Partial<DataSource> & Pick<DataSource, 'dataSubKind'>)[]
    dataSinks: readonly (Partial<DataSink> & Pick<DataSink, 'name'>)[]
    inputSchema: JsonSchema
    outputSchema: JsonSchema
  }

/** What the rule has to know besides: the component's name, and the connections the person may use (null: not known). */
export type PipelineSurroundings = { componentName: string; connections: ReadonlySet<string> | null }

/**
 * All that is missing before a pipeline can be saved and run, each with its place in the form: save rules first
 * (PIP-016, PIP-017), then what uploads and imports refuse (UPL-008, IMP-010), then what a run does.
 */
export function findMissing(pipeline: EditedPipeline, around: PipelineSurroundings): MissingPart[] {
  const save = findSaveFaults(pipeline).map((fault): MissingPart => ({ ...fault, before: 'save' }))
  const { dataSources, dataSinks } = pipeline
  const component = {
    name: around.componentName,
    inputs: portsOfSchema(pipeline.inputSchema),
    outputs: portsOfSchema(pipeline.outputSchema),
  }
  const run = [
    ...unclassified(pipeline),
    ...(pipeline.component === null ? [] : findUnknownPorts(component, dataSources, dataSinks)),
    ...dataSources.flatMap((source, at) => missingOfSource(source, `/dataSources/${at}`, around)),
    ...dataSinks.flatMap((sink, at) => missingOfSink(sink, `/dataSinks/${at}`, around)),
  ]
  const found = new Set(save.map(({ pointer }) => pointer))
  return [...save, ...run.flatMap((fault) => (found.has(fault.pointer) ? [] : [{ ...fault, before: 'run' as const }]))]
}

const places = { brand: '/brand', 'data kind': '/datakind', locale: '/locale', 'product line': '/productLine' }

const unclassified = (pipeline: Parameters<typeof missingProperties>[0]): PlacedFault[] =>
  missingProperties(pipeline).map((label) => ({
    pointer: places[label as keyof typeof places],
    message: `Choose a ${label}: without it nothing is uploaded or imported`,
  }))

function missingOfSource(
  source: EditedPipeline['dataSources'][number],
  pointer: string,
  { connections }: PipelineSurroundings,
): PlacedFault[] {
  const { dataSubKind, enabled, connectorType, contentType, config } = source
  if (enabled === false) return []
  const faults: PlacedFault[] = []
  if (contentType === undefined)
    faults.push({ pointer: `${pointer}/contentType`, message: `Say what the files of '${dataSubKind}' are` })
  if (connectorType !== 'real-time') return faults
  if (config === undefined || !('url' in config || 'connection' in config))
    faults.push({
      pointer: `${pointer}/config`,
      message: `Say where the records of '${dataSubKind}' are fetched from: an address or a database`,
    })
  else if ('connection' in config)
    faults.push(...unusable(config.connection, dataSubKind, `${pointer}/config`, connections))
  else if (config.url === '')
    faults.push({ pointer: `${pointer}/config/url`, message: `The data source '${dataSubKind}' has no address` })
  return faults
}

function missingOfSink(
  { name, target }: EditedPipeline['dataSinks'][number],
  pointer: string,
  { connections }: PipelineSurroundings,
): PlacedFault[] {
  if (target === undefined) return []
  const of = (field: string, message: string): PlacedFault => ({ pointer: `${pointer}/target/${field}`, message })
  if (target.kind === 'http') return target.url === '' ? [of('url', `The data sink '${name}' has no address`)] : []
  const { connection, table, keys } = target
  return [
    ...unusable(connection, name, `${pointer}/target`, connections),
    ...((table ?? '') === '' ? [of('table', `The data sink '${name}' names no table`)] : []),
    ...((keys ?? []).length === 0
      ? [of('keys', `The data sink '${name}' has no keys: they tell which row a record is`)]
      : []),
  ]
}

function unusable(
  connection: string | undefined,
  name: string,
  pointer: string,
  connections: ReadonlySet<string> | null,
): PlacedFault[] {
  const at = `${pointer}/connection`
  if ((connection ?? '') === '') return [{ pointer: at, message: `Choose a connection for '${name}'` }]
  if (connections === null || connections.has(connection ?? '')) return []
  return [{ pointer: at, message: `The connection of '${name}' is gone, or it is not yours to use` }]
}
