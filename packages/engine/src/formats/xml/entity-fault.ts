/** What needs no look: comments, CDATA, and entities that XML knows by itself. Then an `&` with what follows it. */
const pieces =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);|&([\p{L}_][\p{L}\p{N}_.-]{0,40});|&/gu

/**
 * The first `&` of a document that begins no entity, or one that nobody defines, with its line: the parser only notices
 * where the next semicolon stands, which may be many lines below. null where there is none.
 */
export function findEntityFault(chunks: Iterable<string>): { line: number; what: string } | null {
  const text = [...chunks].join('')
  for (const { 0: found, 1: name, index } of text.matchAll(pieces)) {
    if (name === undefined && found !== '&') continue
    const line = 1 + [...text.slice(0, index).matchAll(/\n/g)].length
    const what =
      name === undefined
        ? `a bare '&' stands before ${shown(text.slice(index + 1, index + 21))}; write &amp; instead`
        : `the entity '&${name};' is not defined (those a DOCTYPE defines are never read)`
    return { line, what }
  }
  return null
}

function shown(text: string): string {
  const [line = ''] = text.split(/[\r\n]/)
  return line.trim() === '' ? 'the end of its line' : `'${line.trim()}'`
}
