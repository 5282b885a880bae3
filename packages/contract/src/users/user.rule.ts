import { texts } from '../errors.ts'
import { isOfOneScript } from './one-script.rule.ts'
import { normalizeName } from '../normalize-name.rule.ts'
import type { Role } from '../roles.ts'

const minPersonNameLength = 3
const maxPersonNameLength = 20

/** What the form and the server judge alike. `role` is null while none was chosen. */
export type PersonFields = { firstName: string; lastName: string; email: string; role: Role | null }
export type PersonField = keyof PersonFields

/** An address as people write it: one @, a dotted domain, no space; not the whole of RFC 5322. */
const address = /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/
/** What is not seen: such an address would look like another one. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u

export const isEmailAddress = (text: string): boolean => text.length <= 254 && address.test(text) && !unseen.test(text)

/** What is wrong with one field, as the fixed text to show, or null (USR-019 to USR-022, D-30). Texts are trimmed first, names without what nobody sees. */
export function validatePersonField(field: PersonField, fields: PersonFields): string | null {
  if (field === 'role') return fields.role === null ? texts.roleMissing : null
  if (field === 'email') {
    const email = fields.email.trim()
    if (email === '') return texts.emailMissing
    return isEmailAddress(email) ? null : texts.emailMalformed
  }
  const text = normalizeName(fields[field])
  if (text === '') return field === 'firstName' ? texts.firstNameMissing : texts.lastNameMissing
  const length = [...text].length
  if (length < minPersonNameLength || length > maxPersonNameLength) return texts.nameLength
  // The username is made of both, so the second is judged together with the first.
  const seen = field === 'firstName' ? text : `${normalizeName(fields.firstName)} ${text}`
  return isOfOneScript(seen) ? null : texts.nameScripts
}

const fieldsInOrder: readonly PersonField[] = ['firstName', 'lastName', 'email', 'role']

/** The first problem in the order of the form, or null. */
export function validatePerson(fields: PersonFields): string | null {
  for (const field of fieldsInOrder) {
    const problem = validatePersonField(field, fields)
    if (problem !== null) return problem
  }
  return null
}

/** People whose badges and pipelines one request may change. */
export const maxPeopleAtOnce = 300
