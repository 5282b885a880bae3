import { textFormats } from '@millrace/contract/schemas/formats/formats'
import { compileNativePattern } from '@millrace/contract/schemas/native-pattern'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { explainSlowPattern } from '@millrace/contract/schemas/slow-pattern.rule'
import { widgetsOf } from '@millrace/contract/schemas/ui-options.rule'
import { createFormValidator } from '../../forms/validator.ts'
import { type NodeKind, typesOf } from './model/kinds.ts'
import { storeOfReferences } from './store-of-references.ts'

type Schema = Record<string, unknown>

/** A keyword or UI option as the inspector edits it. */
export type Attribute = {
  name: string
  kind: 'text' | 'long' | 'count' | 'number' | 'switch' | 'json' | 'values' | 'choice'
  /** Of a choice, or suggestions of a text. */
  options?: readonly string[]
  /** Why a value cannot be; null when it can. */
  refuse?: (value: unknown, schema: Schema) => string | null
  /** What may be a mistake in a value that can be; null where nothing says so. */
  doubt?: (value: unknown) => string | null
}

const atLeastZero = (value: unknown): string | null =>
  value === undefined || (Number.isInteger(value) && Number(value) >= 0) ? null : 'A whole number from 0 up.'
const count = (name: string): Attribute => ({ name, kind: 'count', refuse: atLeastZero })
const number = (name: string): Attribute => ({ name, kind: 'number' })

function refusePattern(value: unknown): string | null {
  if (typeof value !== 'string') return null
  try {
    compileNativePattern(value)
    return null
  } catch (error) {
    return error instanceof SchemaError ? error.message : 'This is no regular expression.'
  }
}

/** Every value has to be one that the rest of the schema allows (SCH-024). */
function refuseValues(values: unknown, schema: Schema): string | null {
  if (values === undefined) return null
  if (!Array.isArray(values) || values.length === 0) return 'List one value at least.'
  const { enum: _values, default: _default, ...rest } = schema
  for (const value of values) {
    const reason = refuseValue(value, rest)
    if (reason !== null) return `${JSON.stringify(value)}: ${reason}`
  }
  return null
}

function refuseValue(value: unknown, schema: Schema): string | null {
  try {
    const [finding] = createFormValidator({ schema, store: storeOfReferences(schema) })(value) ?? []
    return finding?.message ?? null
  } catch {
    // The schema itself is at fault, which is told elsewhere.
    return null
  }
}

const common: readonly Attribute[] = [
  { name: 'title', kind: 'text' },
  { name: 'description', kind: 'long' },
]
const values: readonly Attribute[] = [
  { name: 'enum', kind: 'values', refuse: refuseValues },
  {
    name: 'default',
    kind: 'json',
    refuse: (value, { default: _default, ...schema }) => (value === undefined ? null : refuseValue(value, schema)),
  },
]
const byType: Record<string, readonly Attribute[]> = {
  string: [
    count('minLength'),
    count('maxLength'),
    {
      name: 'pattern',
      kind: 'text',
      refuse: refusePattern,
      doubt: (value) => (typeof value === 'string' ? explainSlowPattern(value) : null),
    },
    { name: 'format', kind: 'text', options: [...textFormats.keys()] },
    { name: 'key', kind: 'switch' },
  ],
  number: [
    {
      name: 'multipleOf',
      kind: 'number',
      refuse: (value) => (value === undefined || Number(value) > 0 ? null : 'A number above 0.'),
    },
    number('minimum'),
    number('maximum'),
    number('exclusiveMinimum'),
    number('exclusiveMaximum'),
  ],
  array: [
    count('minItems'),
    count('maxItems'),
    { name: 'uniqueItems', kind: 'switch' },
    { name: 'additionalItems', kind: 'switch' },
  ],
  object: [count('minProperties'), count('maxProperties'), { name: 'additionalProperties', kind: 'switch' }],
}

/** The attributes of a schema by its types (SCH-007); of one without a type those that it has. */
export function attributesOf(schema: Schema): readonly Attribute[] {
  if (typeof schema.$ref === 'string') return []
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type))
  const typed = Object.entries(byType).flatMap(([type, attributes]) =>
    types.includes(type) ? attributes : attributes.filter(({ name }) => schema[name] !== undefined),
  )
  // A schema for what is not described is edited in the tree.
  const plain = typed.filter(({ name, kind }) => kind !== 'switch' || typeof (schema[name] ?? true) === 'boolean')
  return [...common, ...plain, ...values]
}

/** How a form shows the field (SCH-009 to SCH-011). */
export const uiAttributes = (kind: NodeKind): readonly Attribute[] => [
  { name: 'label', kind: 'text' },
  { name: 'showLabel', kind: 'switch' },
  { name: 'legend', kind: 'text' },
  { name: 'showLegend', kind: 'switch' },
  { name: 'description', kind: 'long' },
  { name: 'placeholder', kind: 'text' },
  {
    name: 'columns',
    kind: 'count',
    refuse: (value) =>
      value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 12)
        ? null
        : 'From 1 to 12.',
  },
  { name: 'disabled', kind: 'switch' },
  { name: 'readonly', kind: 'switch' },
  { name: 'hidden', kind: 'switch' },
  { name: 'widget', kind: 'choice', options: widgetsOf(kind) },
]
