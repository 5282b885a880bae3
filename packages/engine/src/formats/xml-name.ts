/** Letters and marks that XML 1.0 allows in names; the colon belongs to namespaces and is no part of a plain name. */
const start =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const rest = `${start}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040`
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
