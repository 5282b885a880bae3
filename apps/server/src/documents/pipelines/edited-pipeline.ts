import { type DataSink, type DataSource, type JsonSchema, type PipelineListItem, rowSchemaOf } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { graphOf, schemaIdsOf } from '../components/component-graphs.ts'
import { seenComponent } from '../components/seen-component.ts'
import { mustHold } from '../kernel/rights.ts'
import { seenOr404 } from '../kernel/rights-of-items.ts'
import { restoreSinks, restoreSources } from '../kernel/versions/address-secrets.ts'
import { withOpenHeaders } from '../kernel/versions/sealed-headers.ts'
import { findVersion, type VersionRow } from '../kernel/versions/versions.reads.ts'
import { loadSchemas } from '../schemas/schema-store.ts'
import { parsePipelineContent, type PipelineContent } from './pipeline.content.ts'
import { presentItem } from './pipelines.presenter.ts'
import { itemRows } from './pipelines.repository.ts'

/** What the records of a port have to be; `problem`: why that is not known, as a sentence. */
export type PortRows = { rowSchema: JsonSchema | null; schemas: Record<string, JsonSchema>; problem: string | null }

/** A pipeline version as somebody edits it: what is sent may differ from what is stored. */
export type EditedPipeline = {
  documentId: string
  item: PipelineListItem
  /** Rows of the input port that a source fills, or of the output port that a sink takes. */
  rowsOf(direction: 'input' | 'output', port: string): Promise<PortRows>
  /** With the secrets that the form does not show, for who sends it. @throws ApiError 40000 naming what to type again */
  withSecrets: { source(sent: DataSource): DataSource; sink(sent: DataSink): DataSink }
}

export type EditedPipelines = ReturnType<typeof createEditedPipelines>

/** Pipelines whose form is open, for previews and dry runs. */
export function createEditedPipelines({ db, secrets }: Pick<Platform, 'db' | 'secrets'>) {
  return {
    /**
     * @param asked `component`: the one chosen in the form; absent = the stored one. `writes`: the caller must be allowed to edit
     * @throws ApiError 40400 for an unseen pipeline or component; 40300
     */
    async open(
      caller: Caller,
      { id, component, writes = false }: { id: string; component?: string | null | undefined; writes?: boolean },
    ): Promise<EditedPipeline> {
      const { row, rights } = await seenOr404(db, caller, 'pipeline', await findVersion(db, id))
      if (writes) mustHold.writesBadges(rights)
      const content = parsePipelineContent(row.content)
      const [item] = await itemRows(db, [id])
      if (item === undefined) throw new Error(`pipeline version ${id} has no columns`)
      const used = component === undefined ? content.component : component
      const graph = used === null ? null : await componentOf(db, caller, content, used)
      return {
        documentId: row.documentId,
        item: presentItem(item),
        rowsOf: (direction, port) => rowsOf(db, graph, direction, port),
        withSecrets: {
          source(sent) {
            const [source = sent] = restoreSources([sent], content.dataSources, secrets)
            const { config } = source
            if (config === undefined || !('url' in config)) return source
            return { ...source, config: withOpenHeaders(secrets, config) }
          },
          sink(sent) {
            const [sink = sent] = restoreSinks([sent], content.dataSinks, secrets)
            return sink.target?.kind === 'http' ? { ...sink, target: withOpenHeaders(secrets, sink.target) } : sink
          },
        },
      }
    },
  }
}

/** The one that is used already stays usable for who does not see it. */
async function componentOf(
  db: Connection,
  caller: Caller,
  content: PipelineContent,
  id: string,
): Promise<VersionRow | null> {
  if (id === content.component) return (await findVersion(db, id)) ?? null
  return (await seenComponent(db, caller, id)).row
}

async function rowsOf(
  db: Connection,
  component: VersionRow | null,
  direction: 'input' | 'output',
  name: string,
): Promise<PortRows> {
  const unknown = (problem: string): PortRows => ({ rowSchema: null, schemas: {}, problem })
  if (component === null) return unknown('The pipeline has no component yet, so any record is right')
  const graph = graphOf(component)
  const port =
    direction === 'input'
      ? graph.inputs.find((one) => one.name === name)?.inputSchema
      : graph.outputs.find((one) => one.name === name)?.outputSchema
  if (port === undefined) return unknown(`The component ${component.name} has no ${direction} named '${name}'`)
  const rowSchema = rowSchemaOf(port)
  if (rowSchema === null) return unknown(`The ${direction} ${name} of ${component.name} says nothing of its records`)
  return { rowSchema, schemas: await loadSchemas(db, await schemaIdsOf(db, [component.id])), problem: null }
}
