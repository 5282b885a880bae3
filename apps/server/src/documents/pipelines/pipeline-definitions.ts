import { findUnknownPorts, invalid, type JsonSchema, notFound, rowSchemaOf, texts } from '@millrace/contract'
import { loadGraphsToRun } from '../components/component-graphs.ts'
import type { Platform } from '../../platform/platform.ts'
import { loadSchemas } from '../schemas/schema-store.ts'
import { docRef, findVersion } from '../kernel/versions/versions.reads.ts'
import { parsePipelineContent } from './pipeline.content.ts'
import { presentItem } from './pipelines.presenter.ts'
import { itemRows } from './pipelines.repository.ts'
import type { PipelineDefinitions, RunDefinition } from './pipelines.types.ts'

/** Resolves a pipeline version with all that it uses, without asking who: the caller's right was checked before. */
export function createPipelineDefinitions(platform: Pick<Platform, 'db'>): PipelineDefinitions {
  const { db } = platform
  return {
    async forRun(versionId): Promise<RunDefinition> {
      const [row, [item]] = await Promise.all([findVersion(db, versionId), itemRows(db, [versionId])])
      if (row === undefined || item === undefined) throw notFound()
      const content = parsePipelineContent(row.content)
      if (content.component === null) {
        throw invalid(item.isMaster ? texts.masterNeedsComponent : texts.countryNeedsMaster)
      }
      const [component, { graphs, schemaIds }, master] = await Promise.all([
        findVersion(db, content.component),
        loadGraphsToRun(db, content.component),
        content.masterPipeline === null ? undefined : findVersion(db, content.masterPipeline),
      ])
      const graph = graphs.find(({ _id }) => _id === content.component)
      if (component === undefined || graph === undefined) throw notFound()
      const [unknownPort] = findUnknownPorts(graph, content.dataSources, content.dataSinks)
      if (unknownPort !== undefined) throw invalid(unknownPort.message)
      const rows = (ports: [string, JsonSchema][], name: string) => rowSchemaOf(new Map(ports).get(name))
      return {
        pipelineId: row.documentId,
        pipeline: docRef(row),
        component: docRef(component),
        item: presentItem(item),
        masterId: master?.documentId ?? null,
        sysVersion: row.sysVersion,
        graphs,
        root: component.id,
        sources: content.dataSources.map((source) => ({
          source,
          rowSchema: rows(
            graph.inputs.map((port) => [port.name, port.inputSchema]),
            source.dataSubKind,
          ),
        })),
        sinks: content.dataSinks.map((sink) => ({
          sink,
          rowSchema: rows(
            graph.outputs.map((port) => [port.name, port.outputSchema]),
            sink.name,
          ),
        })),
        schemas: await loadSchemas(db, schemaIds),
      }
    },
  }
}
