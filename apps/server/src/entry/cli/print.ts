import { toOneLine, toPlainJson } from '@millrace/contract/logs/one-line.rule'

// All that this program says goes through here: whatever files, components or a server have put into a text, it is
// shown and never obeyed by the terminal (S10).

/** One line on standard output. */
export const print = (text: string): void => console.log(toOneLine(text))

/** One line on standard error. */
export const printError = (text: string): void => console.error(toOneLine(text))

/** A value for programs. */
export const printJson = (value: unknown, indent?: number): void => console.log(toPlainJson(value, indent))
