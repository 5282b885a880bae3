import type { PipelineListItem } from '@millrace/contract'
import type { WizardPlace } from './wizard-address.ts'

/** What each step gets: where the person is, the chosen pipeline, and the way to another place. */
export type WizardProps<P extends 'chosen' | 'maybe' = 'chosen'> = {
  place: WizardPlace
  pipeline: P extends 'maybe' ? PipelineListItem | undefined : PipelineListItem
  go: (place: WizardPlace) => void
}
