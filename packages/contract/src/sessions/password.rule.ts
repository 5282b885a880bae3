import { texts } from '../errors.ts'

export const passwordMinimum = 8
export const passwordMaximum = 128

/** Printable ASCII without the space: letters, digits and every punctuation mark (SES-032, D-11). */
const allowed = /^[!-~]*$/

/**
 * What is wrong with a chosen password, as the fixed text to show, or null (SES-031 to SES-035). The whole username is
 * looked for before its parts, without regard to case (D-12).
 */
export function passwordProblem(password: string, userName: string): string | null {
  const fits =
    password.length >= passwordMinimum &&
    password.length <= passwordMaximum &&
    allowed.test(password) &&
    /[A-Za-z]/.test(password) &&
    /[0-9]/.test(password) &&
    /[^A-Za-z0-9]/.test(password)
  if (!fits) return texts.passwordRule
  const text = password.toLowerCase()
  const name = userName.trim().toLowerCase()
  if (name !== '' && text.includes(name)) return texts.passwordHasUserName
  const parts = name.split('.').filter((part) => part !== '')
  return parts.some((part) => text.includes(part)) ? texts.passwordHasPart : null
}
