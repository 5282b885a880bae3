import { texts } from '../errors.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 128
/** What the login form sends at least (SES-005); the server answers wrong credentials for any mismatch. */
export const minLoginPasswordLength = 6

/** Printable ASCII without the space: letters, digits and every punctuation mark (SES-032, D-11). */
const allowed = /^[!-~]*$/

/** Each rule about a chosen password, and whether it holds. `name`: neither the whole username nor a part of it occurs. */
export type PasswordChecks = Record<'length' | 'letter' | 'digit' | 'special' | 'characters' | 'name', boolean>

/** Rule by rule, for a checklist beside the field; all of them hold exactly when `validatePassword` finds nothing. */
export function checkPasswordRules(password: string, userName: string): PasswordChecks {
  return {
    length: password.length >= minPasswordLength && password.length <= maxPasswordLength,
    letter: /[A-Za-z]/.test(password),
    digit: /[0-9]/.test(password),
    special: /[!-/:-@[-`{-~]/.test(password),
    characters: allowed.test(password),
    name: namePartsIn(password, userName).length === 0,
  }
}

/**
 * What is wrong with a chosen password, as the fixed text to show, or null (SES-031 to SES-035). The whole username is
 * looked for before its parts, without regard to case (D-12).
 */
export function validatePassword(password: string, userName: string): string | null {
  const { name, ...others } = checkPasswordRules(password, userName)
  if (Object.values(others).includes(false)) return texts.passwordRule
  if (name) return null
  return namePartsIn(password, userName)[0] === plain(userName) ? texts.passwordHasUserName : texts.passwordHasPart
}

const plain = (userName: string): string => userName.trim().toLowerCase()

/** The whole username and its dot-separated parts, those of them that the password holds. */
function namePartsIn(password: string, userName: string): string[] {
  const text = password.toLowerCase()
  const name = plain(userName)
  return [name, ...name.split('.')].filter((part) => part !== '' && text.includes(part))
}
