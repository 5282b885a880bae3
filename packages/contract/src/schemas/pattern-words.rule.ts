const digits = /^\^(?:\\d|\[0-9])\{(\d+)(?:,(\d+))?}\$$/

/** A pattern of a number of digits in words, e.g. '13 digits' of `^\d{13}$`, or '8 to 14 digits'; null of any other. */
export function patternWords(pattern: string): string | null {
  const found = digits.exec(pattern)
  return found && `${found[1]}${found[2] ? ` to ${found[2]}` : ''} digits`
}
