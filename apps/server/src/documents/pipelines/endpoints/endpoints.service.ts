import {
  conflict,
  type DeployedEndpoint,
  endpointPath,
  invalid,
  notFound,
  seesEndpointsWithoutPipeline,
  servedRoute,
  texts,
} from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { objectRule } from '../../../platform/http/object-rules.ts'
import { notify } from '../../../platform/notices/notices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mustHold, type Rights } from '../../kernel/rights.ts'
import { filterSeen, seenOr404 } from '../../kernel/rights-of-items.ts'
import { holdDocumentOf } from '../../kernel/documents.reads.ts'
import { findVersion, findVersions, type VersionRow } from '../../kernel/versions/versions.reads.ts'
import type { ModulesService } from '../../modules/modules.service.ts'
import { parsePipelineContent } from '../pipeline.content.ts'
import type { PipelineAccess } from '../pipelines.types.ts'
import { planEndpoint } from './endpoint-plan.ts'
import { endpointFault } from './endpoint-validity.ts'
import { presentEndpoint } from './endpoints.presenter.ts'
import {
  type EndpointRow,
  endpointOfPipeline,
  endpointRows,
  findEndpoint,
  holdPath,
  isPathTaken,
  removeEndpoint,
  storeEndpoint,
} from './endpoints.repository.ts'

export type EndpointsService = ReturnType<typeof createEndpointsService>

/** Published endpoints: what is served, and what is left of it when its pipeline changes (DEP-001, DEP-007). */
export function createEndpointsService(
  platform: Pick<Platform, 'db' | 'settings'>,
  {
    access,
    modules,
    tryPlan,
  }: { access: Pick<PipelineAccess, 'items'>; modules: Pick<ModulesService, 'resolver'>; tryPlan: TryPlan },
) {
  const { db, settings } = platform

  const present = async (connection: Connection, row: EndpointRow): Promise<DeployedEndpoint> => {
    const pipeline = row.versionId === null ? undefined : await findVersion(connection, row.versionId)
    return presentEndpoint(row, pipeline ?? null, await endpointFault(connection, row, pipeline))
  }

  /** An endpoint by its own id, and what the caller may do with its pipeline. @throws ApiError 40400 */
  async function find(
    connection: Connection,
    caller: Caller,
    id: string,
  ): Promise<{ row: EndpointRow; rights: Rights }> {
    const row = await findEndpoint(connection, id)
    if (row === undefined) throw notFound()
    const version = row.versionId === null ? undefined : await findVersion(connection, row.versionId)
    if (version !== undefined) return { row, rights: (await seenOr404(connection, caller, 'pipeline', version)).rights }
    const orphaned = seesEndpointsWithoutPipeline(caller.role)
    const rights = { sees: orphaned, writes: orphaned, writesBadges: orphaned }
    mustHold.sees(rights)
    return { row, rights }
  }

  return {
    find,

    /**
     * POST /pipelines/publish-endpoint: what the version is now, until it is published again (D-134). Needs the write
     * badges, not the lock rule.
     * @throws ApiError 40000 no endpoint, no component, a diagram error, code that cannot be read; 40900 a taken address
     */
    async publish(caller: Caller, versionId: string): Promise<DeployedEndpoint> {
      const { row: seen, rights: first } = await seenOr404(db, caller, 'pipeline', await findVersion(db, versionId))
      mustHold.writesBadges(first)
      const { plan, component } = await planFor(db, seen)
      await tryPlan(plan)
      return db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, versionId)
        const { row, rights } = await seenOr404(tx, caller, 'pipeline', await findVersion(tx, versionId))
        mustHold.writesBadges(rights)
        if (row.sysVersion !== seen.sysVersion) throw conflict(texts.changedBySomebody)
        const info = endpointOf(row)
        const path = endpointPath(row.name, row.version)
        await holdPath(tx, path)
        if (await isPathTaken(tx, path, row.documentId)) {
          throw conflict(`The address ${path} belongs to another published pipeline. Give this one another name.`)
        }
        const before = await endpointOfPipeline(tx, row.documentId)
        const { id, name, version } = component
        const stored = await storeEndpoint(
          tx,
          { pipelineId: row.documentId, versionId, component: { id, name, version }, path, ...info, plan },
          caller.userName,
        )
        await recordAudit(tx, caller, {
          kind: 'endpoint',
          objectId: stored.id,
          name: row.name,
          action: before === undefined ? 'publish' : 're-publish',
          before: before === undefined ? null : audited(before),
          after: audited(stored),
        })
        await notify(tx, { about: 'endpoints' })
        return present(tx, stored)
      })
    },

    /** GET /pipelines/deployed-endpoint: of the pipelines that the caller sees, by path. */
    list: objectRule('list of seen documents', async (caller: Caller): Promise<DeployedEndpoint[]> => {
      const rows = await endpointRows(db)
      const versions = await findVersions(
        db,
        rows.flatMap((row) => row.versionId ?? []),
      )
      const seen = new Map((await filterSeen(db, caller, versions)).map((row) => [row.id, row]))
      const shown = rows.filter(({ versionId }) =>
        versionId === null ? seesEndpointsWithoutPipeline(caller.role) : seen.has(versionId),
      )
      const answer: DeployedEndpoint[] = []
      for (const row of shown) {
        const pipeline = seen.get(row.versionId ?? '')
        answer.push(presentEndpoint(row, pipeline ?? null, await endpointFault(db, row, pipeline)))
      }
      return answer
    }),

    /** GET /pipelines/deployed-endpoint/{id}: of a pipeline by any of its versions, or by its own id (D-136). */
    async get(caller: Caller, id: string): Promise<DeployedEndpoint | null> {
      const version = await findVersion(db, id)
      if (version === undefined) return present(db, (await find(db, caller, id)).row)
      const { row } = await seenOr404(db, caller, 'pipeline', version)
      const found = await endpointOfPipeline(db, row.documentId)
      return found === undefined ? null : present(db, found)
    },

    /** DELETE /pipelines/deployed-endpoint: it is served no longer; its keys go with it. */
    async remove(caller: Caller, id: string): Promise<{ deleted: string }> {
      await db.transaction().execute(async (tx) => {
        const { row, rights } = await find(tx, caller, id)
        mustHold.writesBadges(rights)
        const pipeline = row.versionId === null ? undefined : await findVersion(tx, row.versionId)
        await removeEndpoint(tx, id)
        await recordAudit(tx, caller, {
          kind: 'endpoint',
          objectId: id,
          name: pipeline?.name ?? row.path,
          action: 'un-publish',
          before: audited(row),
          after: null,
        })
        await notify(tx, { about: 'endpoints' })
      })
      return { deleted: id }
    },
  }

  function planFor(connection: Connection, row: VersionRow) {
    endpointOf(row)
    return planEndpoint(connection, row, {
      modules: modules.resolver(null),
      timeZone: settings.timeZone,
      items: access.items,
    })
  }
}

/** Starts what is to be served once. @throws ApiError 40000 with what keeps it from being served */
export type TryPlan = (plan: Awaited<ReturnType<typeof planEndpoint>>['plan']) => Promise<void>

/** The endpoint of a pipeline version: its first one, as a pipeline has one address. */
function endpointOf(row: VersionRow): { route: string; keyRequired: boolean; description: string | null } {
  const [info] = parsePipelineContent(row.content).endpoints
  if (info === undefined) throw invalid(texts.noEndpoint)
  const route = servedRoute(info.route)
  if (route === null) {
    throw invalid(`The route ${info.route} cannot be an address. Use letters, digits and - . _ ~ between slashes.`)
  }
  return { route, keyRequired: info.keyRequired === true, description: info.description || null }
}

const audited = ({ path, route, keyRequired, componentName, componentVersion }: EndpointRow) => ({
  path,
  route,
  keyRequired,
  component: `${componentName} version ${componentVersion}`,
})
