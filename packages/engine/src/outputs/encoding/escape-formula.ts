/** A number as people write it, of any decimal mark: it is no formula, whatever sign it begins with. */
const number = /^[+-]?(?:\d[\d.,\u00a0 ]*|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?$/
/** What a spreadsheet may take for the start of a formula, in the wide forms of Asian keyboards, too. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** The same after a mark at which a reader may split that does not heed our quotes; quotes and spaces may stand between. */
const formulaInside = /([;\t\r\n][\s;'"]*)([=+\-@\uff1d\uff0b\uff0d\uff20][^;\t\r\n]*)/g

/** A cell of a download made for people: a spreadsheet must not run what somebody wrote into a file (S10). */
export function escapeFormula(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return formula.test(text) && !number.test(text) ? `'${text}` : text
}

/**
 * The same for a cell of a CSV file: a spreadsheet of another locale splits at semicolons or tabs, takes the quotes of a
 * cell inside a line for text, and so begins cells of its own in the middle of ours.
 */
export function escapeCsvFormula(value: unknown): unknown {
  const escaped = escapeFormula(value)
  if (typeof escaped !== 'string') return escaped
  return escaped.replace(formulaInside, (all, mark: string, rest: string) =>
    number.test(rest.replace(/["\s]+$/, '')) ? all : `${mark}'${rest}`,
  )
}
