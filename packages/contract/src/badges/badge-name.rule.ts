import { texts } from '../errors.ts'
import { normalizeName } from '../normalize-name.rule.ts'

/**
 * What is wrong with a badge's name, as the fixed text to show, or null: required, and unique among badges of both types,
 * trimmed and without regard to case, the edited badge itself excepted (TAG-009).
 */
export function validateBadgeName(
  name: string,
  existing: readonly { _id: string; name: string }[],
  self: string | null,
): string | null {
  const key = (text: string) => normalizeName(text).toLowerCase()
  if (key(name) === '') return texts.tagNameMissing
  return existing.some((badge) => badge._id !== self && key(badge.name) === key(name)) ? texts.tagExists : null
}
