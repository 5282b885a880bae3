import { toRe2 } from './pattern-re2.ts'

/** What is repeated: a single character, by the text that describes it, or the alternatives of a group. */
type Term = { atom: string | Term[][]; min: number; max: number }

/**
 * Why comparing some texts with a `pattern` may need exponential time, as sentences for its author; null where nothing
 * says so. Told are repetitions of what repeats without a mark between, such as (a+)+, and of alternatives that overlap,
 * such as (a|aa)+. The server compares these in linear time, unless only backtracking can: then under a clock, and a
 * record that takes too long is refused. The app leaves long texts to the server.
 */
export function explainSlowPattern(source: string): string | null {
  const alternatives = new PatternReader(source).whole()
  const slow = alternatives === null ? null : findSlow(alternatives)
  if (slow === null) return null
  const consequence =
    toRe2(source) === null ? 'A record whose text takes too long is refused.' : 'Forms leave long texts to the server.'
  return `This pattern may need exponential time: ${slow}. ${consequence}`
}

function findSlow(alternatives: readonly Term[][]): string | null {
  for (const term of alternatives.flat()) {
    if (typeof term.atom === 'string') continue
    const inner = findSlow(term.atom)
    if (inner !== null) return inner
    if (Number.isFinite(term.max)) continue
    if (term.atom.some((sequence) => repeatsUnmarked(sequence, term.atom as Term[][])))
      return 'it repeats what repeats already, with no mark between'
    if (overlaps(term.atom)) return 'it repeats alternatives that overlap'
  }
  return null
}

const repeats = ({ atom, max }: Term): boolean =>
  !Number.isFinite(max) || (typeof atom !== 'string' && atom.flat().some(repeats))

const charactersOf = ({ atom }: Term): Term[] =>
  typeof atom === 'string' ? [{ atom, min: 1, max: 1 }] : atom.flat().flatMap(charactersOf)

/** A sequence repeats inside, and none of its characters, always there, tells where the next round begins. */
function repeatsUnmarked(sequence: readonly Term[], group: readonly Term[][]): boolean {
  if (!sequence.some(repeats)) return false
  const isMark = (mark: Term) =>
    typeof mark.atom === 'string' &&
    mark.min >= 1 &&
    mark.max === mark.min &&
    group
      .flat()
      .filter((term) => term !== mark)
      .flatMap(charactersOf)
      .every((other) => !overlap(mark.atom as string, other.atom as string))
  return !sequence.some(isMark)
}

/** One alternative is a single character, and another one consists of such characters. */
const overlaps = (alternatives: readonly Term[][]): boolean =>
  alternatives.some(([only, ...rest], at) => {
    if (only === undefined || rest.length > 0 || typeof only.atom !== 'string') return false
    const { atom } = only
    return alternatives.some(
      (other, place) =>
        place !== at &&
        other.length > 0 &&
        other.every((term) => typeof term.atom === 'string' && overlap(atom, term.atom)),
    )
  })

/** Characters that show whether two descriptions have one in common: Latin ones, and some of other scripts. */
const samples = [...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)), 'я', 'α', '中', '\u3000']

function overlap(a: string, b: string): boolean {
  const [one, other] = [matcherOf(a), matcherOf(b)]
  return samples.some((sample) => one.test(sample) && other.test(sample))
}

function matcherOf(atom: string): RegExp {
  try {
    return new RegExp(`^(?:${atom})$`, 'su')
  } catch {
    return /[^]/
  }
}

/** Reads a regular expression as far as its repetitions need it. */
class PatternReader {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** null for what is not understood. */
  whole(): Term[][] | null {
    const alternatives = this.alternatives()
    return this.at === this.source.length ? alternatives : null
  }

  private alternatives(): Term[][] | null {
    const all: Term[][] = []
    for (;;) {
      const sequence: Term[] = []
      while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? '')) {
        const term = this.term()
        if (term === null) return null
        if (term !== 'nothing') sequence.push(term)
      }
      all.push(sequence)
      if (this.source[this.at] !== '|') return all
      this.at++
    }
  }

  private term(): Term | 'nothing' | null {
    const rest = this.source.slice(this.at)
    const edge = /^(?:\^|\$|\\[bB])/.exec(rest)
    if (edge !== null) return this.skip(edge[0].length, 'nothing')
    const opening = /^\((?:\?(?::|<?[=!]|<[A-Za-z_]\w*>))?/.exec(rest)
    let atom: Term['atom']
    if (opening !== null) {
      if (opening[0] === '(' && rest[1] === '?') return null
      this.at += opening[0].length
      const inner = this.alternatives()
      if (inner === null || this.source[this.at] !== ')') return null
      this.at++
      atom = inner
    } else {
      const single =
        /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|.)|[^*+?()[\\])/s.exec(
          rest,
        )
      if (single === null) return null
      this.at += single[0].length
      atom = single[0]
    }
    return { atom, ...this.counts() }
  }

  private skip<T>(length: number, result: T): T {
    this.at += length
    return result
  }

  private counts(): { min: number; max: number } {
    const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.at))
    if (found === null) return { min: 1, max: 1 }
    this.at += found[0].length
    const [, sign, least, comma, most] = found
    if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    const min = Number(least)
    return { min, max: comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY }
  }
}
