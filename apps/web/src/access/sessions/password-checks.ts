import {
  type PasswordChecks,
  maxPasswordLength,
  minPasswordLength,
  checkPasswordRules,
} from '@millrace/contract/sessions/password.rule'

export type PasswordCheck = { text: string; holds: boolean }

const words: Record<keyof PasswordChecks, string> = {
  length: `${minPasswordLength} to ${maxPasswordLength} characters`,
  letter: 'a letter',
  digit: 'a digit',
  special: 'a special character such as ! # - _',
  characters: 'no space and no accented letter',
  name: 'no part of the username',
}

/** The rules of a chosen password in words, and which of them the text already meets (SES-031 to SES-035). */
export function passwordChecks(password: string, userName: string): PasswordCheck[] {
  const rules = checkPasswordRules(password, userName)
  // Nothing holds of nothing, or two rules would stand as met before the first letter.
  return Object.entries(words).map(([rule, text]) => ({
    text,
    holds: password !== '' && rules[rule as keyof PasswordChecks],
  }))
}
