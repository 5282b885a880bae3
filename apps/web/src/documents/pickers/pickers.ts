import type { PickerWidget } from '../../forms/form-control.ts'
import { createDocumentPicker } from './DocumentPicker.tsx'
import { BrandPicker, DatakindPicker, LocalePicker, ProductLinePicker } from './entry-pickers.tsx'
import { SchemaPicker } from './SchemaPicker.tsx'
import type { pickerWidgets } from '@millrace/contract/schemas/ui-options.rule'

/** The pickers of the product, for forms (SCH-011, D-121). */
export const pickers: Readonly<Record<(typeof pickerWidgets)[number], PickerWidget>> = {
  'schema-picker': SchemaPicker,
  'component-picker': createDocumentPicker('component'),
  'pipeline-picker': createDocumentPicker('pipeline'),
  'locale-picker': LocalePicker,
  'brand-picker': BrandPicker,
  'product-line-picker': ProductLinePicker,
  'datakind-picker': DatakindPicker,
}
