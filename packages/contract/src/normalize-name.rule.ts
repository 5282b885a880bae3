/** All but U+0000, which no database holds and every message is refused for. */
const breaks = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu
/** What nobody sees: halves of letters, soft hyphens, zero-width spaces, marks of writing direction. */
const unseen = /[\p{Cs}\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
/** A page shows them as one. */
const spaces = /\s{2,}/gu
/** Joiners shape the letters beside them and are nothing by themselves. */
const onlyJoiners = /^[\s\u200c\u200d]*$/u

/**
 * A name as people see it, which is how it is stored and compared: one line, trimmed, one space where there are several, accents in their composed form, and
 * nothing in it that cannot be seen. Two names that look the same would else be two, and one of nothing visible would be
 * a name.
 */
export function normalizeName(text: string): string {
  const line = text.replace(breaks, ' ').replace(unseen, '').normalize('NFC').replace(spaces, ' ').trim()
  return onlyJoiners.test(line) ? '' : line
}
