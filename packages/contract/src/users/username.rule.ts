import { normalizeName } from '../normalize-name.rule.ts'

/** firstname.lastname: trimmed, lowercased, each run of spaces one hyphen (USR-023, D-31). */
export function userNameOf(firstName: string, lastName: string): string {
  const part = (name: string) => normalizeName(name).toLowerCase().normalize('NFC').replace(/\s+/g, '-')
  return `${part(firstName)}.${part(lastName)}`
}
