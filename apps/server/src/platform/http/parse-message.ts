import { invalid, textWith } from '@millrace/contract'
import type { z } from 'zod'

/**
 * The message as the contract declares it, unknown fields left out (S4).
 * @throws ApiError 40000 'Missing field(s) : a, b' naming what is absent or of the wrong kind
 */
export function parseMessage(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const found = schema.safeParse(value ?? {})
  if (found.success) return found.data
  throw invalid(textWith.missingFields(namesOf(found.error.issues)))
}

/** A query with one text per name: a repeated name is a list, which travels comma-joined. */
export function flatQuery(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]))
}

function namesOf(issues: readonly z.core.$ZodIssue[]): string[] {
  return [...new Set(issues.flatMap(namesOfIssue))]
}

function namesOfIssue(issue: z.core.$ZodIssue): string[] {
  // Of a union, the fault lies where its nearest branch says.
  if (issue.code === 'invalid_union' && issue.path.length === 0) {
    const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0]
    if (nearest) return nearest.flatMap(namesOfIssue)
  }
  return [issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')]
}
