/** Something that reading a JSON text would change in silence; `pointer` leads to the value. */
export type JsonLoss = { pointer: string; message: string }

/** Why a number would be stored as another one, null where it is kept: `1.0` is the number 1, `0.1` is written so. */
export function describeNumberLoss(written: string): string | null {
  const value = Number(written)
  if (!Number.isFinite(value)) return `${written} is too large for a number.`
  return plainDigits(written) === plainDigits(String(value))
    ? null
    : `${written} would become ${value}: write it as a text.`
}

export const describeRepeatedName = (name: string): string =>
  `The name ${name} comes twice: only one of the values would be kept.`

/** Escapes that may stand for a character PostgreSQL does not keep: NUL, and half of a pair. */
const doubtful = /\\u(?:0000|[dD][89a-fA-F])/

/** Why a text cannot be stored as it is; null where it can. @param written with its quotes and escapes */
export function describeTextLoss(written: string): string | null {
  if (!doubtful.test(written)) return null
  const text = JSON.parse(written) as string
  if (text.includes('\0')) return 'A text cannot hold the character \\u0000.'
  return text.isWellFormed() ? null : 'A text cannot hold half of a character (\\ud800 to \\udfff alone).'
}

/** The digits that count and the power of ten behind them, the same for all spellings of a number. */
function plainDigits(written: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    written.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`
}

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|[a-z]+/g

/** An object or list that is being read: the names it has, or how many entries; `name` is where the next value stands. */
type Open = { names: Set<string> | null; name: string; index: number }

/**
 * The first name that comes twice in an object, number that JavaScript cannot hold or text that cannot be stored, of a text
 * that is JSON; null when all of it is kept. Takes time in proportion to the length.
 */
export function findJsonLoss(text: string): JsonLoss | null {
  const open: Open[] = []
  let awaitsName = false
  const loss = (message: string): JsonLoss => ({
    pointer: open
      .map(({ names, name, index }) => `/${names === null ? index : name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    message,
  })
  for (const [found] of text.matchAll(token)) {
    const around = open.at(-1)
    if (found === '{' || found === '[') {
      open.push({ names: found === '{' ? new Set() : null, name: '', index: 0 })
      awaitsName = found === '{'
    } else if (found === '}' || found === ']') {
      open.pop()
      awaitsName = false
    } else if (found === ',' && around !== undefined) {
      around.index++
      awaitsName = around.names !== null
    } else if (awaitsName && around?.names) {
      around.name = JSON.parse(found) as string
      const message = describeTextLoss(found)
      if (message !== null) return loss(message)
      if (around.names.has(around.name)) return loss(describeRepeatedName(around.name))
      around.names.add(around.name)
      awaitsName = false
    } else {
      const message = found.startsWith('"')
        ? describeTextLoss(found)
        : /^[-\d]/.test(found)
          ? describeNumberLoss(found)
          : null
      if (message !== null) return loss(message)
    }
  }
  return null
}
