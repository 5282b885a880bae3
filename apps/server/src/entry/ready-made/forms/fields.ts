import type { JsonSchema } from '@millrace/contract'

/** A property of a form definition, half the form wide unless it says more. */
export const field = (
  title: string,
  type: string | string[],
  more: JsonSchema = {},
  ui: JsonSchema = {},
): JsonSchema => ({
  type,
  title,
  ...more,
  ...(Object.keys(ui).length > 0 ? { ui } : {}),
})

export const line = (title: string, ui: JsonSchema = {}): JsonSchema => field(title, 'string', {}, ui)

/** A document or an entry of a list of the product; null for none. */
export const pick = (title: string, widget: string, ui: JsonSchema = {}): JsonSchema =>
  // Documents are meant by id, entries of lists carry their fields.
  field(
    title,
    [['component-picker', 'pipeline-picker'].includes(widget) ? 'string' : 'object', 'null'],
    {},
    { widget, ...ui },
  )

export const list = (title: string, widget: string, items: JsonSchema, ui: JsonSchema = {}): JsonSchema =>
  field(title, 'array', { items }, { widget, columns: 12, ...ui })

export const share = (title: string): JsonSchema =>
  field(title, 'number', { minimum: 0, maximum: 1, description: '0 for none, 1 for all' }, { columns: 3 })

/** A JSON schema within a form: any keywords. */
export const schemaField = (title: string): JsonSchema =>
  field(title, 'object', {}, { widget: 'schema-picker', columns: 12 })
