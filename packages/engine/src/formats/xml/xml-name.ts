/**
 * Letters that every edition of XML 1.0 allows in names: many programs know no more than the fourth, and refuse a whole
 * file for an element called '€'. The colon belongs to namespaces and is no part of a plain name.
 */
const start =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u0131\\u0134-\\u013E\\u0141-\\u0148\\u014A-\\u017E\\u0180-\\u01C3\\u0388-\\u038A\\u038E-\\u03A1\\u03A3-\\u03CE\\u0401-\\u040C\\u040E-\\u044F\\u0451-\\u045C\\u045E-\\u0481\\u05D0-\\u05EA\\u0621-\\u063A\\u0641-\\u064A\\u1E00-\\u1E9B\\u1EA0-\\u1EF9\\u3041-\\u3094\\u30A1-\\u30FA\\u4E00-\\u9FA5\\uAC00-\\uD7A3'
const rest = `${start}\\-.0-9\\xB7\\u0300-\\u0345`
const plainName = /^[A-Za-z_][\w.-]*$/
const refused = new RegExp(`(?<=^)[^${start}]|[^${rest}]|_(?=x[0-9a-fA-F]{4}_)`, 'gu')
const coded = /_x([0-9a-fA-F]{4})_/g

/** `_x0020_` for each half of a character that cannot stand in a name, as other programs write it. */
const code = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => {
    const hex = character.charCodeAt(i).toString(16).toUpperCase()
    return `_x${hex.padStart(4, '0')}_`
  }).join('')

/** Any text but an empty one as the name of an element: 'List price' → `List_x0020_price`. */
export function encodeXmlName(name: string): string {
  if (plainName.test(name) && !name.includes('_x')) return name
  return name.replace(refused, code)
}

/** What `encodeXmlName` made, or another program by the same rule. */
export function decodeXmlName(name: string): string {
  return name.includes('_x')
    ? name.replace(coded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name
}
