import type { PickerWidget } from '../../forms/form-control.ts'
import { pickers } from '../pickers/pickers.ts'
import { ComponentChoice } from './ComponentChoice.tsx'
import { MasterChoice } from './MasterChoice.tsx'
import { ColumnNames } from './sources/ColumnNames.tsx'
import { ConnectionPicker } from './sinks/ConnectionPicker.tsx'
import { KeysPicker } from './sinks/KeysPicker.tsx'
import { TablePicker } from './sinks/TablePicker.tsx'

/** The widgets of the form of a pipeline: the product's pickers, and fields that know the pipeline around them. */
export const pipelinePickers: Readonly<Record<string, PickerWidget>> = {
  ...pickers,
  'component-picker': ComponentChoice,
  'pipeline-picker': MasterChoice,
  'connection-picker': ConnectionPicker,
  'table-picker': TablePicker,
  'keys-picker': KeysPicker,
  'column-names': ColumnNames,
}
