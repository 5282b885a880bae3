import type { DecimalMark } from '@millrace/contract/schemas/number-text.rule'

/** A decimal mark, and why it is taken, as the end of a sentence: 'that of the locale de-DE'. */
export type DecimalGuess = { decimal: DecimalMark; reason: string }

/** The decimal mark that people of a locale write ('de-DE'); a point where there is no locale, or none of this name. */
export function guessDecimal(locale: string | null): DecimalGuess {
  const decimal = locale === null ? null : decimalOf(locale)
  if (decimal === null) return { decimal: '.', reason: 'as the pipeline has no locale that tells another' }
  return { decimal, reason: `that of the locale ${locale}` }
}

function decimalOf(locale: string): DecimalMark | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) return null
    // Digits and marks as they are typed on keyboards everywhere; other digits are no numbers here.
    const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
    return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
  } catch {
    return null
  }
}
