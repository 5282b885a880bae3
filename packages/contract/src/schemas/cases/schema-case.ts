import type { SchemaStore } from '../schema-set.ts'

/** One schema and what draft-07 says of values: the table both validators are held to. */
export type SchemaCase = {
  keyword: string
  schema: Record<string, unknown> | boolean
  store?: SchemaStore
  tests: { description: string; data: unknown; valid: boolean }[]
}

const short = (data: unknown) => {
  const text = JSON.stringify(data) ?? ''
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** A case from values that are valid and values that are not. */
export function schemaCase(
  keyword: string,
  schema: Record<string, unknown> | boolean,
  { valid = [], invalid = [], store }: { valid?: unknown[]; invalid?: unknown[]; store?: SchemaStore },
): SchemaCase {
  const tests = [
    ...valid.map((data) => ({ description: `takes ${short(data)}`, data, valid: true })),
    ...invalid.map((data) => ({ description: `refuses ${short(data)}`, data, valid: false })),
  ]
  return { keyword, schema, tests, ...(store === undefined ? {} : { store }) }
}

/** JSON as a file has it: '__proto__' is a name like any other. */
export const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>
