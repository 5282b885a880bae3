import type { AskedRow, UpdateReport } from './updates.messages.ts'

/** Whether anything would change: a document, or a plan that would move (VER-029). */
export function isUpdatable(report: UpdateReport): boolean {
  const { scheduled, repeatable } = report.pendings
  return (
    report.update ||
    report.updated ||
    report.child_update ||
    scheduled.length + repeatable.length > 0 ||
    [...report.pipelines, ...report.components, ...report.schemas].some(isUpdatable)
  )
}

/** What goes along with the update of a master: its countries, and plans tied to old versions (VER-032, VER-033). */
export type UpdateChoice = { countries: boolean; plans: boolean }

/** How many plans would move, in the whole preview; those of countries only where these go along. */
export const countPlans = ({ pendings, pipelines }: UpdateReport, { countries = true } = {}): number =>
  (countries ? pipelines : []).reduce(
    (sum, row) => sum + countPlans(row),
    pendings.scheduled.length + pendings.repeatable.length,
  )

/** The preview with what is chosen, as it is sent: no pipelines leaves the countries alone (D-99). */
export const chosenPreview = (report: UpdateReport, { countries, plans }: UpdateChoice): UpdateReport => ({
  ...report,
  pipelines: countries ? report.pipelines : [],
  updatePendings: plans && report.updatePendings,
})

/** Whether anything of what is chosen would change: of the master itself only what does not follow from its countries. */
export function isChoiceUpdatable(report: UpdateReport, choice: UpdateChoice): boolean {
  const below = [...report.components, ...report.schemas, ...(choice.countries ? report.pipelines : [])]
  return below.some(changes) || (choice.plans && countPlans(report, choice) > 0)
}

const changes = (row: UpdateReport): boolean =>
  row.update || row.updated || row.child_update || [...row.components, ...row.schemas, ...row.pipelines].some(changes)

/** What of a chosen preview the server compares, without names and reasons: many of them travel in one call. */
export function askedRow(report: UpdateReport): AskedRow {
  const { old, new: becomes, update, updated, child_update, pendings, updatePendings } = report
  const plans = (jobs: UpdateReport['pendings']['scheduled']) =>
    jobs.map(({ _id, pipelineId }) => ({ _id, pipelineId }))
  return {
    ...{ old: { _id: old._id }, new: becomes === null ? null : { _id: becomes._id }, update, updated, child_update },
    schemas: report.schemas.map(askedRow),
    components: report.components.map(askedRow),
    pipelines: report.pipelines.map(askedRow),
    pendings: { scheduled: plans(pendings.scheduled), repeatable: plans(pendings.repeatable) },
    updatePendings,
  }
}
