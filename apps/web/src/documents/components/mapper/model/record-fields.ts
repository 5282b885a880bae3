import type { RecordField } from '@millrace/contract/components/mapping.rule'
import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import { openFormSchema, type FormSchema } from '../../../../forms/form-schema.ts'
import { kindOf } from '../../../../forms/shape/kinds.ts'
import { shapeOf } from '../../../../forms/shape/shape.ts'

/** Objects within objects are told so deep. */
const maxDepth = 4

/** The fields of the records that go through a port, objects before the fields in them. */
export function fieldsOfPort(schema: JsonSchema | undefined, store: SchemaStore): RecordField[] {
  if (schema === undefined) return []
  const form = openFormSchema(schema, store)
  const list = shapeOf(form, form.root, [])
  return [...fieldsOf(form, list.node.items, '', [])]
}

function* fieldsOf(
  form: FormSchema,
  schema: unknown,
  prefix: string,
  trail: readonly string[],
): Generator<RecordField> {
  const { node } = shapeOf(form, schema, {})
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : []
  for (const [name, inner] of Object.entries(isObject(node.properties) ? node.properties : {})) {
    const { node: part, kind, never, references } = shapeOf(form, inner, undefined)
    if (never) continue
    const path = prefix + name
    yield {
      path,
      type: ['string', 'number', 'integer', 'boolean', 'object', 'array'].includes(kind) ? kind : 'unknown',
      required: required.includes(name),
      ...(typeof part.format === 'string' ? { format: part.format } : {}),
      ...(typeof part.description === 'string' ? { description: part.description } : {}),
    }
    const isAgain = references.some((reference) => trail.includes(reference)) || trail.length >= maxDepth
    if (kind === 'object' && !isAgain) yield* fieldsOf(form, inner, `${path}.`, [...trail, ...references, ''])
  }
}

/** The fields that a record has, objects before the fields in them. */
export function fieldsOfRecord(record: unknown, prefix = '', depth = 0): RecordField[] {
  if (!isObject(record)) return []
  return Object.entries(record).flatMap(([name, value]) => {
    const type = kindOf(value)
    const field: RecordField = { path: prefix + name, type: type === 'null' ? 'unknown' : type, required: false }
    return [field, ...(depth < maxDepth ? fieldsOfRecord(value, `${prefix}${name}.`, depth + 1) : [])]
  })
}

/** The fields of the schema, and those that only the record has. */
export function withRecord(fields: readonly RecordField[], record: unknown): RecordField[] {
  const known = new Set(fields.map(({ path }) => path))
  return [...fields, ...fieldsOfRecord(record).filter(({ path }) => !known.has(path))]
}

/** What a record has at a path, to be shown; a name with a dot in it comes first, as in a run. */
export function valueAtPath(record: unknown, path: string): unknown {
  if (isObject(record) && Object.hasOwn(record, path)) return record[path]
  let at = record
  for (const name of path.split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}
