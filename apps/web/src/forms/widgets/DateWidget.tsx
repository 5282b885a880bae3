import { textFormats } from '@millrace/contract/schemas/formats/formats'
import { lazy, Suspense } from 'react'
import { TextWidget } from './TextWidget.tsx'
import type { WidgetProps } from './widget.ts'

const DatePickerWidget = lazy(async () => ({ default: (await import('./DatePickerWidget.tsx')).DatePickerWidget }))

const dayText = /^\d{4}-\d\d-\d\d$/
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

/** Whether the calendar can show a value; what it cannot show is a text to be mended. */
function isDate(value: unknown, format: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string') return false
  const name = format === 'date-time' ? 'date-time' : 'date'
  // 30 February would be shown as another day.
  return (name === 'date' ? dayText : momentText).test(value) && textFormats.get(name)?.(value) !== false
}

/** A day, or a moment, from a calendar that is loaded with the first of them. */
export const DateWidget = (props: WidgetProps) =>
  props.lock !== 'readonly' && isDate(props.value, props.node.format) ? (
    <Suspense fallback={<TextWidget {...props} lock="readonly" />}>
      <DatePickerWidget {...props} />
    </Suspense>
  ) : (
    <TextWidget {...props} />
  )
