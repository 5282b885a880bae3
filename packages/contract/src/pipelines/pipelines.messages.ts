import { z } from 'zod'
import { MovedDocument, Reparent } from '../documents/documents.messages.ts'
import { Brand, Datakind, Locale, ProductLine } from '../lookups/lookups.messages.ts'
import { Id, JsonSchema, TextsByName } from '../primitives.ts'
import { FileFormat } from '../uploads/file-format.ts'
import { fileKinds, sinkFormats } from '../uploads/file-types.rule.ts'
import { VersionRecord } from '../versions/versions.messages.ts'

const ConnectorType = z.enum(['manual', 'real-time', 'endpoint', 'listener'])
export type ConnectorType = z.infer<typeof ConnectorType>

/** How records are fetched from an address; it is empty in a draft that has none yet. */
export const HttpFetch = z.object({
  method: z.enum(['GET', 'POST']).default('GET'),
  url: z.string(),
  headers: TextsByName.optional(),
  recordPath: z.string().optional(),
})
export type HttpFetch = z.infer<typeof HttpFetch>
export const QueryFetch = z.object({ connection: Id, query: z.string().default('') })
export type QueryFetch = z.infer<typeof QueryFetch>

const notOfFiles = z.never().optional()
/** Settings of a file alone: half of what fetches records is kept as that, or refused, and never dropped. */
const FileSettings = FileFormat.extend({
  ...{ method: notOfFiles, url: notOfFiles, headers: notOfFiles },
  ...{ connection: notOfFiles, query: notOfFiles },
}) as unknown as typeof FileFormat
const SourceConfig = z.union([
  HttpFetch,
  QueryFetch,
  HttpFetch.extend({ method: HttpFetch.shape.method.unwrap(), url: z.string().default('') }),
  FileSettings,
])

/** UPL-002. `config` and `tolerance` are extensions; `tolerance`: share of rejected records up to which a file is still valid. */
export const DataSource = z.object({
  dataSubKind: z.string().min(1),
  connectorType: ConnectorType,
  dataFromMaster: z.boolean().default(false),
  contentType: z.enum(fileKinds),
  enabled: z.boolean().default(true),
  config: SourceConfig.optional(),
  tolerance: z.number().min(0).max(1).optional(),
})
export type DataSource = z.infer<typeof DataSource>

export const SinkTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    connection: Id,
    table: z.string().min(1),
    keys: z.array(z.string()).min(1),
    mode: z.enum(['upsert', 'insert', 'replace']),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.string(),
    /** Sent with each batch, beside those of the product; stored encrypted and never shown. */
    headers: TextsByName.optional(),
    batchSize: z.number().int().min(1).max(10_000),
  }),
])
export type SinkTarget = z.infer<typeof SinkTarget>
export type TableTarget = Extract<SinkTarget, { kind: 'table' }>
export type HttpTarget = Extract<SinkTarget, { kind: 'http' }>

/**
 * PIP-006; `tolerance`: share of output records that may be left out before the import fails; `byteOrderMark`: whether a
 * file of text begins with a byte order mark, by which Excel takes CSV for UTF-8 (absent: no; never in a workbook).
 */
export const DataSink = z.object({
  name: z.string().min(1),
  format: z.enum(sinkFormats).optional(),
  byteOrderMark: z.boolean().optional(),
  target: SinkTarget.optional(),
  tolerance: z.number().min(0).max(1).optional(),
})
export type DataSink = z.infer<typeof DataSink>

/** PIC-011 */
export const PipelineListItem = z.object({
  _id: Id,
  name: z.string(),
  version: z.number().int(),
  vLocked: z.boolean(),
  isMaster: z.boolean(),
  masterPipeline: Id.nullable(),
  brand: Brand.nullable(),
  locale: Locale.nullable(),
  productLine: ProductLine.nullable(),
  datakind: Datakind.nullable(),
  dataSources: z.array(DataSource),
  dataSinks: z.array(DataSink),
  /** 'Folder/Folder/Name' in the answer of GET /pipelines, so that a name can be told from another. */
  path: z.string().optional(),
  countryPipelines: z
    .array(z.object({ _id: Id, name: z.string(), version: z.number().int(), vLocked: z.boolean() }))
    .optional(),
})
export type PipelineListItem = z.infer<typeof PipelineListItem>

export const EndpointInfo = z.object({
  route: z.string(),
  description: z.string().optional(),
  keyRequired: z.boolean().optional(),
})
export type EndpointInfo = z.infer<typeof EndpointInfo>

export const ListenerInfo = z.object({
  name: z.string(),
  description: z.string().optional(),
  source: z.string().optional(),
  kind: z.enum(['amqp', 'mqtt', 'nats', 'http']).optional(),
  url: z.string().optional(),
  topic: z.string().optional(),
  gatherCount: z.number().int().optional(),
  gatherSeconds: z.number().optional(),
})
export type ListenerInfo = z.infer<typeof ListenerInfo>

/** PIP-002 to PIP-005 */
export const Pipeline = PipelineListItem.extend({
  id: Id,
  folder: Id,
  component: Id.nullable(),
  sys_version: z.number().int(),
  read_only: z.boolean(),
  isHidden: z.boolean(),
  pipelineSchema: JsonSchema,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
  versions: z.array(VersionRecord),
  endpoints: z.array(EndpointInfo),
  listeners: z.array(ListenerInfo),
})
export type Pipeline = z.infer<typeof Pipeline>

const Ref = z.union([Id, z.object({ _id: Id })]).nullable()

export const PipelineInput = z.object({
  _id: Id.optional(),
  name: z.string(),
  folder: Id.optional(),
  sys_version: z.number().int().optional(),
  /** Absent: as it was; a new one is a country. */
  isMaster: z.boolean().optional(),
  masterPipeline: z
    .union([Id, z.literal('')])
    .nullable()
    .optional(),
  component: Id.nullable().optional(),
  brand: Ref.optional(),
  locale: Ref.optional(),
  productLine: Ref.optional(),
  datakind: Ref.optional(),
  dataSources: z.array(DataSource).optional(),
  dataSinks: z.array(DataSink).optional(),
  isHidden: z.boolean().optional(),
  pipelineSchema: JsonSchema.optional(),
  inputSchema: JsonSchema.optional(),
  outputSchema: JsonSchema.optional(),
  endpoints: z.array(EndpointInfo).optional(),
  listeners: z.array(ListenerInfo).optional(),
})
export type PipelineInput = z.input<typeof PipelineInput>

export const pipelineCalls = {
  'GET /pipelines': { reply: z.array(PipelineListItem) },
  'GET /pipelines/id': { query: z.object({ id: Id }), reply: Pipeline },
  'GET /pipelines/masters': { reply: z.array(PipelineListItem) },
  'GET /pipelines/pipelinesOfMaster': { query: z.object({ id: Id }), reply: z.array(PipelineListItem) },
  'POST /pipelines/compareDataStream': { body: z.object({ id: Id }), reply: z.array(z.string()) },
  'POST /pipelines': { authored: true, body: PipelineInput, reply: Pipeline },
  'DELETE /pipelines': { query: z.object({ id: Id }), reply: z.object({ deleted: z.array(Id) }) },
  'POST /pipelines/reparent': { body: Reparent, reply: MovedDocument },
}
