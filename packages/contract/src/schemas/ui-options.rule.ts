import { isObject } from './schema-keywords.ts'

/** How a form draws a part of a value: the node's `ui` (SCH-009, D-121). */
export type UiOptions = {
  /** Name of a field; the node's title, else the property's name. */
  label?: string
  /** false: only assistive technology is told the label. */
  showLabel?: boolean
  /** Heading of a group: an object or a list. */
  legend?: string
  showLegend?: boolean
  description?: string
  placeholder?: string
  /** Width in twelfths of the form, 1 to 12 (SCH-010). */
  columns?: number
  disabled?: boolean
  readonly?: boolean
  /** Not drawn; its value stays. */
  hidden?: boolean
  widget?: string
  /** Where one of several schemas is chosen and the value may be left out: what the choice calls that. */
  absent?: string
  /** The property that names an item of a list that is drawn as tabs. */
  itemName?: string
  /** Drawn below the fields of an object, by who draws the form. */
  panel?: string
}

/** What chooses a document or an entry of a list of the product; who draws a form hands these in (D-121). */
export const pickerWidgets = [
  'schema-picker',
  'component-picker',
  'pipeline-picker',
  'locale-picker',
  'brand-picker',
  'product-line-picker',
  'datakind-picker',
] as const

/** Fields of the product's own forms that know what stands around them in the same form; no schema of anybody else uses them. */
export const formWidgets = [
  ...(['link-instance-picker', 'link-port-picker', 'component-code', 'instance-settings'] as const),
  ...(['connection-picker', 'table-picker', 'keys-picker', 'column-names'] as const),
] as const

const widgets: Record<string, readonly string[]> = {
  string: ['input', 'textarea', 'select', 'radio', 'date-picker', 'color-picker', ...pickerWidgets],
  number: ['input-number', 'slider', 'input', 'select', 'radio'],
  integer: ['input-number', 'slider', 'input', 'select', 'radio'],
  boolean: ['checkbox', 'switch', 'select', 'radio'],
  array: ['array', 'array-table', 'array-tabs', 'select', 'checkbox'],
  object: ['object', ...pickerWidgets],
}

/** The widgets that fit a type, the usual one first (SCH-011); none for what needs none. */
export const widgetsOf = (type: string): readonly string[] => (Object.hasOwn(widgets, type) ? widgets[type]! : [])

const minColumns = 1
const maxColumns = 12

/** The `ui` of a schema node, without what says nothing a form could follow; other names in it are left out. */
export function readUiOptions(schema: unknown): UiOptions {
  const ui = isObject(schema) && isObject(schema.ui) ? schema.ui : {}
  const options: Record<string, unknown> = {}
  for (const name of ['label', 'legend', 'description', 'placeholder', 'widget', 'absent', 'itemName', 'panel'])
    if (typeof ui[name] === 'string') options[name] = ui[name]
  for (const name of ['showLabel', 'showLegend', 'disabled', 'readonly', 'hidden'])
    if (typeof ui[name] === 'boolean') options[name] = ui[name]
  if (isColumns(ui.columns)) options.columns = ui.columns
  return options
}

const isColumns = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= minColumns && (value as number) <= maxColumns
