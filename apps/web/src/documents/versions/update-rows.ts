import type { ChangeEffect, DocKind, UpdateReport } from '@millrace/contract'
import { countPlans, type UpdateChoice } from '@millrace/contract/versions/update.rule'

type UpdateState = 'updated' | 'update' | 'child_update' | 'none'
export type UpdateRow = { report: UpdateReport; depth: number; state: UpdateState }

/** What would happen to a document, in words (VER-028). */
export const updateWords: Record<UpdateState, string> = {
  updated: 'new version available',
  update: 'a new version will be created',
  child_update: 'references will be updated',
  none: 'unchanged',
}

/** What that means for those who use it, in words. */
export const effectWords: Record<ChangeEffect, string> = { breaking: 'breaking', safe: 'safe', none: 'no difference' }

const fields: Record<string, string> = {
  masterPipeline: 'Master',
  component: 'Component',
  pipelineSchema: 'Settings schema',
}

/** A field that refers to another document as the editor calls it; those of data models and components are paths. */
export const fieldWords = (field: string): string => fields[field] ?? (field === '' ? 'the whole' : field)

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

const some = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** '9 documents change, nothing breaks; 1 plan moves.': the preview in a line, of what is chosen. */
export function summaryOf(report: UpdateReport, choice: UpdateChoice): string {
  const rows = Object.values(updateRows(choice.countries ? report : { ...report, pipelines: [] })).flat()
  const changed = rows.filter(({ state }) => state !== 'none')
  const breaking = changed.filter((row) => row.report.why?.effect === 'breaking').length
  const plans = choice.plans ? countPlans(report, choice) : 0
  const documents = `${some(changed.length, 'document')} change${changed.length === 1 ? 's' : ''}`
  const moving = plans === 0 ? '' : `; ${some(plans, 'plan')} move${plans === 1 ? 's' : ''}`
  return `${documents}, ${breaking === 0 ? 'nothing breaks' : `${breaking} breaking`}${moving}.`
}

/** Documents that got a new version, those used before those that use them. */
export function madeVersions(report: UpdateReport): { from: number; to: number; name: string }[] {
  const below = [...report.schemas, ...report.components].flatMap(madeVersions)
  const countries = report.pipelines.flatMap(madeVersions)
  if (!report.update || report.new === null) return [...below, ...countries]
  return [...below, { from: report.old.version, to: report.new.version, name: report.old.name }, ...countries]
}
