import { normalizeName } from '../normalize-name.rule.ts'

/** Schemas that come with the product and draw its own forms; everybody who is signed in may read them (SCH-033, D-122). */
export const formDefinitionNames = ['rt-component', 'rt-pipeline', 'rt-endpoint-info', 'rt-listener-info'] as const
export type FormDefinitionName = (typeof formDefinitionNames)[number]

/** Whether the name is kept for a form definition: nobody gives it to a schema of theirs. */
export const isFormDefinitionName = (name: string): boolean =>
  (formDefinitionNames as readonly string[]).includes(normalizeName(name).toLowerCase())
