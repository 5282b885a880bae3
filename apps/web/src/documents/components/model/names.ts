/** `wanted`, or the first of 'wanted2', 'wanted3' … that is not taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let count = 2; ; count++) if (!taken.includes(`${wanted}${count}`)) return `${wanted}${count}`
}

/** A name of a document as an instance is named: 'Rows to products' becomes rowsToProducts. */
export function instanceNameOf(documentName: string): string {
  const words = documentName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const [first = 'instance', ...rest] = words
  return lowerFirst(first) + rest.map(upperFirst).join('')
}

const lowerFirst = (word: string): string => (word[0] ?? '').toLowerCase() + word.slice(1)
const upperFirst = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1)
