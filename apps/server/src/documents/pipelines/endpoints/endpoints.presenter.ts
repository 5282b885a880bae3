import type { DeployedEndpoint, EndpointKey } from '@millrace/contract'
import type { VersionRow } from '../../kernel/versions/versions.reads.ts'
import type { EndpointKeyRow } from './endpoint-keys.repository.ts'
import type { EndpointRow } from './endpoints.repository.ts'

/** @param pipeline the version that is published; null when it is gone */
export const presentEndpoint = (
  row: EndpointRow,
  pipeline: Pick<VersionRow, 'name' | 'version' | 'locked'> | null,
  reason: string | null,
): DeployedEndpoint => ({
  _id: row.id,
  path: row.path,
  name: row.componentName,
  version: row.componentVersion,
  pipelineId: row.versionId,
  pipelineName: pipeline?.name ?? null,
  pipelineVersion: pipeline?.version ?? null,
  pipelineVLocked: pipeline?.locked ?? null,
  route: row.route,
  createDate: row.createdAt.toISOString(),
  createUsername: row.createdBy,
  updateDate: row.updatedAt?.toISOString() ?? null,
  updateUsername: row.updatedBy,
  isValid: reason === null,
  reason,
  keyRequired: row.keyRequired,
  jsonSchema: row.jsonSchema,
})

export const presentKey = (row: EndpointKeyRow): EndpointKey => ({
  _id: row.id,
  name: row.name,
  createDate: row.createdAt.toISOString(),
  createUsername: row.createdBy,
  expireAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  perMinute: row.perMinute,
})
