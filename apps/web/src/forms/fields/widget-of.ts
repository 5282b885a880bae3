import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { formWidgets, pickerWidgets, type UiOptions, widgetsOf } from '@millrace/contract/schemas/ui-options.rule'
import type { Node } from '../shape/merge.ts'
import type { Shape } from '../shape/shape.ts'

/** How a part is drawn; 'none' for what no widget can show (SCH-014). */
export type Drawing = { kind: 'object' | 'list' | 'picker' | 'plain' | 'none'; name: string }

const formats: Record<string, string> = { date: 'date-picker', 'date-time': 'date-picker', color: 'color-picker' }

/** The widget its `ui` asks for where that fits the type, else the usual one of the type. */
export function widgetOf({ node, kind, never }: Shape, { widget }: UiOptions): Drawing {
  if (never) return { kind: 'none', name: 'false' }
  if (['string', 'object', 'array'].includes(kind) && isIn(formWidgets, widget)) return { kind: 'picker', name: widget }
  const isFitting = widget !== undefined && widgetsOf(kind).includes(widget)
  if (isFitting && isIn(pickerWidgets, widget)) return { kind: 'picker', name: widget }
  if (node.const !== undefined || kind === 'null') return { kind: 'plain', name: 'constant' }
  if (kind === 'object') return { kind: 'object', name: 'object' }
  if (kind === 'array') return listDrawing(node, isFitting ? widget : undefined)
  if (widgetsOf(kind).length === 0) return { kind: 'none', name: kind }
  if (Array.isArray(node.enum)) return { kind: 'plain', name: widget === 'radio' ? 'radio' : 'select' }
  if (isFitting && (kind === 'boolean' || !['select', 'radio'].includes(widget))) return { kind: 'plain', name: widget }
  const byFormat = kind === 'string' && typeof node.format === 'string' ? formats[node.format] : undefined
  return { kind: 'plain', name: byFormat ?? widgetsOf(kind)[0] ?? 'input' }
}

const isIn = (names: readonly string[], widget: string | undefined): widget is string =>
  widget !== undefined && names.includes(widget)

/** Several values of one list of values are ticked; other lists have items. */
function listDrawing(node: Node, widget: string | undefined): Drawing {
  const isOfValues = isObject(node.items) && Array.isArray(node.items.enum)
  if (isOfValues && widget === 'checkbox') return { kind: 'plain', name: 'checkboxes' }
  if (isOfValues && (widget === 'select' || (widget === undefined && node.uniqueItems === true)))
    return { kind: 'plain', name: 'multi-select' }
  return { kind: 'list', name: widget === undefined || !widget.startsWith('array') ? 'array' : widget }
}
