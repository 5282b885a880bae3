import { z } from 'zod'
import { Id } from '../primitives.ts'
import { DetectedFormat, FileFormat } from '../uploads/file-format.ts'
import { fileKinds, sinkFormats } from '../uploads/file-types.rule.ts'
import { InferredSchema } from '../schemas/infer.messages.ts'
import { FilePreview } from '../uploads/preview.messages.ts'
import { SentFile } from '../uploads/sent-file.messages.ts'
import { DataSink, DataSource } from './pipelines.messages.ts'

/** A property of a row schema, for who says which column becomes it. */
export const RowProperty = z.object({ name: z.string(), required: z.boolean(), type: z.string() })
export type RowProperty = z.infer<typeof RowProperty>

/** `port`: why there is no row schema, as a sentence; then any record that can be read is right. */
export const SourcePreview = FilePreview.extend({
  fileName: z.string(),
  properties: z.array(RowProperty),
  port: z.string().nullable(),
})
export type SourcePreview = z.infer<typeof SourcePreview>

/** A pipeline version with one of its sources as it is edited; `component` is the one chosen in the form. */
const EditedSource = z.object({ id: Id, component: Id.nullable().optional(), source: DataSource })

/** Which column of the table a property goes to, and why it cannot. */
export const SinkColumn = z.object({
  property: z.string(),
  type: z.string(),
  column: z.object({ name: z.string(), type: z.string(), nullable: z.boolean() }).nullable(),
  fault: z.string().nullable(),
  /** What goes wrong with some records only. */
  warning: z.string().nullable(),
})
export type SinkColumn = z.infer<typeof SinkColumn>

/** Parts of a sink that a sentence can be about. */
const sinkFields = ['name', 'connection', 'table', 'keys', 'url', 'headers', 'batchSize'] as const
export type SinkField = (typeof sinkFields)[number]

/**
 * What a sink would do, nothing of it done. `unfilled`: columns of the table that get no value; `needed` when the table
 * refuses records without one.
 */
export const SinkCheck = z.object({
  ok: z.boolean(),
  problems: z.array(z.object({ field: z.enum(sinkFields), message: z.string() })),
  columns: z.array(SinkColumn),
  unfilled: z.array(z.object({ name: z.string(), type: z.string(), needed: z.boolean() })),
  /** The columns of each primary key and unique index of the table. */
  uniqueKeys: z.array(z.array(z.string())),
})
export type SinkCheck = z.infer<typeof SinkCheck>

/** What is made of a file before anything is made of it. */
export const FileLook = z.object({
  contentType: z.enum(fileKinds),
  detected: DetectedFormat,
  inferred: InferredSchema,
  preview: FilePreview,
})
export type FileLook = z.infer<typeof FileLook>

const Named = z.object({ name: z.string(), folder: Id })

export const PipelineFromFile = z.object({
  file: SentFile,
  schema: Named,
  component: Named,
  pipeline: Named,
  /** Name of the country pipeline beside it: a master is never imported itself. */
  country: z.string(),
  /** Name of source, sink and both ports: an identifier. */
  port: z.string(),
  format: z.enum(sinkFormats),
  /** How the file is read, where it was set; absent = detected. */
  config: FileFormat.optional(),
  brand: Id.nullable(),
  locale: Id.nullable(),
  productLine: Id.nullable(),
  datakind: Id.nullable(),
})
export type PipelineFromFile = z.infer<typeof PipelineFromFile>

/** Setting up a pipeline with real files and targets before it runs (extensions). */
export const setupCalls = {
  /** How a source reads a file, given or uploaded, and what its row schema says of the first records. */
  'POST /pipelines/preview-source': {
    base64: true,
    body: EditedSource.extend({ file: SentFile.optional(), uploadId: Id.optional() }),
    reply: SourcePreview,
  },
  /** The same of what a real-time source gives now; nothing of it is kept. */
  'POST /pipelines/try-source': { body: EditedSource, reply: SourcePreview },
  /** A dry run of a sink: where its properties would go, and what is wrong. */
  'POST /pipelines/check-sink': {
    body: z.object({ id: Id, component: Id.nullable().optional(), sink: DataSink }),
    reply: SinkCheck,
  },
  /** What a pipeline of this file would read. */
  'POST /pipelines/look-at-file': {
    base64: true,
    body: z.object({ file: SentFile, config: FileFormat.optional() }),
    reply: FileLook,
  },
  /** Schema, identity component, master and country pipeline of a file, all drafts, or none of them. */
  'POST /pipelines/from-file': {
    base64: true,
    body: PipelineFromFile,
    reply: z.object({ schema: Id, component: Id, pipeline: Id, country: Id }),
  },
}
