import type { Component } from '@millrace/contract'
import type { Rights } from '../kernel/rights.ts'
import type { VersionRow } from '../kernel/versions/versions.reads.ts'
import { presentVersion } from '../kernel/versions/versions.presenter.ts'
import { parseComponentContent } from './component.content.ts'

/** A component for this caller (CMP-002). */
export function presentComponent(row: VersionRow, rights: Rights, versions: readonly VersionRow[]): Component {
  const content = parseComponentContent(row.content)
  return {
    _id: row.id,
    name: row.name,
    description: content.description,
    folder: row.folderId,
    version: row.version,
    sys_version: row.sysVersion,
    vLocked: row.locked,
    read_only: row.locked || !rights.writes,
    kind: content.kind,
    testPayload: content.testPayload,
    testContext: content.testContext,
    inputs: content.inputs,
    outputs: content.outputs,
    instances: content.instances,
    links: content.links,
    jsCode: content.jsCode,
    isDB: content.isDB,
    isIO: content.isIO,
    versions: versions.map(presentVersion),
    ...(content.recordWise === true ? { recordWise: true } : {}),
    ...(row.isReadyMade ? { readyMade: true } : {}),
  }
}
