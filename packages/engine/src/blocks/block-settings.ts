import type { JsonSchema } from '@millrace/contract'

// Schemas of settings, from which forms are drawn: each setting has a title and says what it does.

export const text = (title: string, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  title,
  description,
  ...more,
})

export const flag = (title: string, description: string): JsonSchema => ({
  type: 'boolean',
  title,
  description,
  default: false,
})

/** The first of the choices is the default. */
export const choice = (title: string, description: string, choices: readonly string[]): JsonSchema => ({
  type: 'string',
  title,
  description,
  enum: [...choices],
  default: choices[0],
})

export const texts = (title: string, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  title,
  description,
  items: { type: 'string', minLength: 1 },
  ...more,
})

/** A value of any simple type, as it is. */
export const anyValue = (title: string, description: string): JsonSchema => ({ title, description })

export const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
})

export const listOf = (title: string, description: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  title,
  description,
  items,
  ...more,
})

/** The schema of a block's port `settings`. */
export const settings = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  ...object(properties, required),
  title: 'Settings',
})

export const fromContext: JsonSchema = text(
  'From the run',
  'Instead of a fixed value: a value of the run by its path in rt_context, such as locale.country.',
)

export const valueErrorChoice: JsonSchema = choice(
  'When a value cannot be read',
  'Keep it as it is, leave the field empty, leave the record out, or end the run. In the first three cases the record also goes to the output "wrong".',
  ['keep', 'empty', 'leave out', 'error'],
)
