import type { DocKind, UpdateReport } from '@millrace/contract'

type UpdateState = 'updated' | 'update' | 'child_update' | 'none'
export type UpdateRow = { report: UpdateReport; depth: number; state: UpdateState }

/** What would happen to a document, in words (VER-028). */
export const updateWords: Record<UpdateState, string> = {
  updated: 'new version available',
  update: 'a new version will be created',
  child_update: 'references will be updated',
  none: 'unchanged',
}

const stateOf = ({ update, updated, child_update }: UpdateReport): UpdateState =>
  update ? 'update' : updated ? 'updated' : child_update ? 'child_update' : 'none'

/** The rows of a report by kind, each document behind the one that uses it, once; countries come last. */
export function updateRows(report: UpdateReport): Record<DocKind, UpdateRow[]> {
  const rows: Record<DocKind, UpdateRow[]> = { pipeline: [], component: [], schema: [] }
  const listed = new Set<string>()
  const add = (one: UpdateReport, depth: number) => {
    if (!listed.has(one.old._id)) rows[one.old.type].push({ report: one, depth, state: stateOf(one) })
    listed.add(one.old._id)
    for (const below of [...one.components, ...one.schemas, ...one.pipelines]) add(below, depth + 1)
  }
  add(report, 0)
  return rows
}

/** Documents that got a new version, those used before those that use them. */
export function madeVersions(report: UpdateReport): { from: number; to: number; name: string }[] {
  const below = [...report.schemas, ...report.components].flatMap(madeVersions)
  const countries = report.pipelines.flatMap(madeVersions)
  if (!report.update || report.new === null) return [...below, ...countries]
  return [...below, { from: report.old.version, to: report.new.version, name: report.old.name }, ...countries]
}
