import { type ClassFilter, readClassFilter, writeClassFilter } from '../../documents/pipelines/pipeline-filters.ts'

/** Titles of the five steps, word for word (IMP-001). */
export const stepTitles = [
  'Select locale',
  'Choose your file',
  'Process your file',
  'Plan your import',
  'Import details',
] as const
export type Step = 1 | 2 | 3 | 4 | 5
const steps: readonly Step[] = [1, 2, 3, 4, 5]

/** Where a person is in the wizard: all of it is in the address, so that reload and Back keep the place. */
export type WizardPlace = ClassFilter & {
  pipeline?: string
  step: Step
  /** Words to find in the names of pipelines. */
  text?: string
  /** Imports started from here, shown on the last step. */
  imports?: string[]
}

/** Reads the place; a step past the first without a pipeline is the first step. */
export function readWizardPlace(search: Record<string, unknown>): WizardPlace {
  const pipeline = typeof search.pipeline === 'string' && search.pipeline !== '' ? search.pipeline : undefined
  const asked = steps.find((step) => String(step) === String(search.step))
  const imports = typeof search.imports === 'string' ? search.imports.split(',').filter((id) => id !== '') : []
  return {
    ...readClassFilter(search),
    pipeline,
    text: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    step: pipeline === undefined ? 1 : (asked ?? 1),
    imports: imports.length > 0 ? imports : undefined,
  }
}

/** The place as search parameters; null leaves a parameter out. */
export function writeWizardPlace(place: WizardPlace): Record<string, string | null> {
  const { step, imports, pipeline, text, brand, locale, productLine, datakind } = place
  return {
    ...writeClassFilter({ brand, locale, productLine, datakind }),
    q: text === undefined || text === '' ? null : text,
    pipeline: pipeline ?? null,
    step: step === 1 ? null : String(step),
    imports: imports?.join(',') ?? null,
  }
}

/**
 * One step on. After the last step the wizard wraps to the first: filters and pipeline stay, what was started is
 * forgotten (IMP-004, D-27).
 */
export function nextPlace(place: WizardPlace, started?: string[]): WizardPlace {
  if (place.step === 5) return { ...place, step: 1, imports: undefined }
  return { ...place, step: (place.step + 1) as Step, imports: started ?? place.imports }
}

/** One step back; the first step has none before it. */
export function previousPlace(place: WizardPlace): WizardPlace {
  return place.step === 1 ? place : { ...place, step: (place.step - 1) as Step }
}
