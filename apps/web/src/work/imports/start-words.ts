import type { PlanKind } from '../schedules/plan-form.ts'

/**
 * What 'Next step' does on step 4, as its name goes on (D-28): 'start import', 'start 5 imports', 'save plan'.
 * @param kind absent for a job of a kind there is not, of which nothing is known
 * @param countries how many country pipelines of a master run; absent for a pipeline that runs itself
 */
export function startWords(kind: PlanKind | undefined, countries?: number): string | undefined {
  if (kind === undefined) return undefined
  if (kind !== 'immediate') return 'save plan'
  if (countries === undefined || countries === 1) return 'start import'
  return countries === 0 ? 'start imports' : `start ${countries} imports`
}
