import type { WizardProps } from './wizard-props.ts'
import { CountryPlan } from './CountryPlan.tsx'
import { MasterPlan } from './MasterPlan.tsx'

/** Step 4: what will run and when; a master runs its country pipelines, never itself (D-70). */
export const PlanStep = (props: WizardProps) =>
  props.pipeline.isMaster ? <MasterPlan {...props} /> : <CountryPlan {...props} />
