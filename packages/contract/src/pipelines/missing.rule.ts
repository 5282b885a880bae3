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
    dataSources: readonly Partial<DataSource>[]
    dataSinks: readonly Partial<DataSink>[]
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
  const dataSources = pipeline.dataSources.map((source) => ({ ...source, dataSubKind: source.dataSubKind ?? '' }))
  const dataSinks = pipeline.dataSinks.map((sink) => ({ ...sink, name: sink.name ?? '' }))
  const save = [
    ...unnamed(dataSources, dataSinks),
    ...findSaveFaults({ ...pipeline, dataSources, dataSinks }),
    ...dataSources.flatMap((source, at) => unfinishedSource(source, `/dataSources/${at}`)),
    ...dataSinks.flatMap((sink, at) => unfinishedSink(sink, `/dataSinks/${at}`)),
  ]
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
  // One line for each field.
  const found = new Map<string, MissingPart>()
  for (const fault of save) if (!found.has(fault.pointer)) found.set(fault.pointer, { ...fault, before: 'save' })
  const later = run.filter(({ pointer }) => !found.has(pointer))
  return [...found.values(), ...later.map((fault) => ({ ...fault, before: 'run' as const }))]
}

/** The first thing for which a save would be refused, or null. */
export const whyNotSaved = (pipeline: EditedPipeline): string | null =>
  findMissing(pipeline, { componentName: '', connections: null }).find(({ before }) => before === 'save')?.message ??
  null

type NamedSource = EditedPipeline['dataSources'][number] & Pick<DataSource, 'dataSubKind'>
type NamedSink = EditedPipeline['dataSinks'][number] & Pick<DataSink, 'name'>

const unnamed = (sources: readonly NamedSource[], sinks: readonly NamedSink[]): PlacedFault[] => [
  ...sources.flatMap(({ dataSubKind }, at) =>
    dataSubKind === ''
      ? [
          {
            pointer: `/dataSources/${at}/dataSubKind`,
            message: `Name data source ${at + 1} after an input of the component`,
          },
        ]
      : [],
  ),
  ...sinks.flatMap(({ name }, at) =>
    name === ''
      ? [{ pointer: `/dataSinks/${at}/name`, message: `Name data sink ${at + 1} after an output of the component` }]
      : [],
  ),
]

/** What no message without it is taken for: it is asked for whether or not the source is switched on. */
const unfinishedSource = ({ dataSubKind, contentType }: NamedSource, pointer: string): PlacedFault[] =>
  contentType === undefined
    ? [{ pointer: `${pointer}/contentType`, message: `Say what the files of '${dataSubKind}' are` }]
    : []

function unfinishedSink({ name, target }: NamedSink, pointer: string): PlacedFault[] {
  if (target === undefined || target.kind !== 'table') return []
  const { connection, table, keys } = target as Partial<typeof target>
  const of = (field: string, message: string): PlacedFault => ({ pointer: `${pointer}/target/${field}`, message })
  return [
    ...((connection ?? '') === '' ? [of('connection', `Choose a connection for '${name}'`)] : []),
    ...((table ?? '') === '' ? [of('table', `The data sink '${name}' names no table`)] : []),
    ...((keys ?? []).length === 0
      ? [of('keys', `The data sink '${name}' has no keys: they tell which row a record is`)]
      : []),
  ]
}

const places = { brand: '/brand', 'data kind': '/datakind', locale: '/locale', 'product line': '/productLine' }

const unclassified = (pipeline: Parameters<typeof missingProperties>[0]): PlacedFault[] =>
  missingProperties(pipeline).map((label) => ({
    pointer: places[label as keyof typeof places],
    message: `Choose a ${label}: without it nothing is uploaded or imported`,
  }))

function missingOfSource(source: NamedSource, pointer: string, { connections }: PipelineSurroundings): PlacedFault[] {
  const { dataSubKind, enabled, connectorType, config } = source
  if (enabled === false || connectorType !== 'real-time') return []
  const faults: PlacedFault[] = []
  if (config === undefined || !('url' in config || 'connection' in config))
    faults.push({
      pointer: `${pointer}/config`,
      message: `Say where the records of '${dataSubKind}' are fetched from: an address or a database`,
    })
  else if ('connection' in config) {
    faults.push(...unusable(config.connection, dataSubKind, `${pointer}/config`, connections))
    if (config.query === '')
      faults.push({ pointer: `${pointer}/config/query`, message: `The data source '${dataSubKind}' has no query` })
  } else if (config.url === '')
    faults.push({ pointer: `${pointer}/config/url`, message: `The data source '${dataSubKind}' has no address` })
  return faults
}

function missingOfSink(
  { name, target }: NamedSink,
  pointer: string,
  { connections }: PipelineSurroundings,
): PlacedFault[] {
  if (target === undefined) return []
  if (target.kind === 'table') return unusable(target.connection, name, `${pointer}/target`, connections)
  const isMissing = ((target as Partial<typeof target>).url ?? '') === ''
  return isMissing ? [{ pointer: `${pointer}/target/url`, message: `The data sink '${name}' has no address` }] : []
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
