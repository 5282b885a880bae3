/** Half of a surrogate pair, without its other half, and what XML 1.0 cannot hold or would change (carriage returns). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escaped = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu
const markup = /[&<>]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const special = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-fA-F]{4}_/
const outerSpace = /^\s|\s$|[\t\n]/

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As spreadsheets escape what XML cannot hold: `_x0000_`; a text that only looks like that gets `_x005F_` before it. */
const code = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** The content of `<t>`: exact, whatever characters the text has. */
function workbookText(text: string): string {
  if (!special.test(text)) return text
  return text.replace(escaped, code).replace(markup, (character) => entities[character] ?? '')
}

/** The value of an XML attribute of a workbook. */
export const workbookAttribute = (text: string): string =>
  workbookText(text).replace(/["\n\t]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`)

/** `<t>` with its text; space at the ends is kept only where it is asked for. */
export const textElement = (text: string): string =>
  `<t${outerSpace.test(text) ? ' xml:space="preserve"' : ''}>${workbookText(text)}</t>`
