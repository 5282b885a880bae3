import {
  CheckboxesWidget,
  CheckboxWidget,
  ConstantWidget,
  MultiSelectWidget,
  RadioWidget,
  SelectWidget,
  SwitchWidget,
} from './ChoiceWidgets.tsx'
import { ColorWidget } from './ColorWidget.tsx'
import { DateWidget } from './DateWidget.tsx'
import { NumberWidget, SliderWidget } from './NumberWidget.tsx'
import { TextareaWidget, TextWidget } from './TextWidget.tsx'
import type { Widget } from './widget.ts'

/** The widgets of the form's own, by the names `ui.widget` uses (SCH-011). */
export const widgets: Readonly<Record<string, Widget | undefined>> = {
  input: TextWidget,
  textarea: TextareaWidget,
  select: SelectWidget,
  'multi-select': MultiSelectWidget,
  checkboxes: CheckboxesWidget,
  radio: RadioWidget,
  checkbox: CheckboxWidget,
  switch: SwitchWidget,
  'input-number': NumberWidget,
  slider: SliderWidget,
  'date-picker': DateWidget,
  'color-picker': ColorWidget,
  constant: ConstantWidget,
}
