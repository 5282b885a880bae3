import type { PickerWidget } from '../../forms/form-control.ts'
import { pickers } from '../pickers/pickers.ts'
import { ComponentChoice } from './ComponentChoice.tsx'
import { MasterChoice } from './MasterChoice.tsx'

/** The widgets of the form of a pipeline: the product's pickers, and fields that know the pipeline around them. */
export const pipelinePickers: Readonly<Record<string, PickerWidget>> = {
  ...pickers,
  'component-picker': ComponentChoice,
  'pipeline-picker': MasterChoice,
}
