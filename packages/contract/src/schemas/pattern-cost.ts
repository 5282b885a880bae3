/**
 * How expensive a regular expression can become when it backtracks: at most about
 * `choices * length ** degree` steps. `degree` is Infinity where that cannot be bounded, or was not understood.
 */
export type PatternCost = { degree: number; choices: number }

const unbounded: PatternCost = { degree: Number.POSITIVE_INFINITY, choices: 1 }

/** Estimates from above. Nested repetition, and all that is not understood, counts as unbounded. */
export function estimatePatternCost(source: string): PatternCost {
  const reader = new CostReader(source)
  const cost = reader.alternatives()
  if (!cost || !reader.atEnd()) return unbounded
  const anchored = source.startsWith('^') && !source.includes('|')
  return { degree: cost.degree + (anchored ? 0 : 1), choices: cost.choices }
}

class CostReader {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  atEnd(): boolean {
    return this.at >= this.source.length
  }

  alternatives(): PatternCost | null {
    let total: PatternCost = { degree: 0, choices: 0 }
    for (;;) {
      const branch = this.sequence()
      if (!branch) return null
      total = { degree: Math.max(total.degree, branch.degree), choices: total.choices + branch.choices }
      if (this.source[this.at] !== '|') return total
      this.at++
    }
  }

  private sequence(): PatternCost | null {
    const total = { degree: 0, choices: 1 }
    while (this.at < this.source.length) {
      const c = this.source[this.at]
      if (c === '|' || c === ')') break
      const atom = this.atom()
      if (!atom) return null
      const cost = this.repeated(atom)
      if (!cost) return null
      total.degree += cost.degree
      total.choices *= cost.choices
    }
    return total
  }

  /** Cost of one atom; null when it is not understood. */
  private atom(): PatternCost | null {
    const { source } = this
    const c = source[this.at] as string
    if (c === '(') return this.group()
    if (c === '[') {
      for (this.at++; this.at < source.length && source[this.at] !== ']'; this.at++)
        if (source[this.at] === '\\') this.at++
      if (source[this.at] !== ']') return null
      this.at++
      return { degree: 0, choices: 1 }
    }
    if (c === '\\') {
      const escape = source[this.at + 1] ?? ''
      if (escape === '') return null
      this.at += 2
      if (/[1-9k]/.test(escape)) return this.reference(escape)
      const tail = /^(?:(?<=\\u)[0-9a-fA-F]{4}|(?<=\\x)[0-9a-fA-F]{2}|(?<=\\[uxpP])\{[^}]*\})/
      this.at += tail.exec(source.slice(this.at))?.[0].length ?? this.escapeTail(escape)
      return { degree: 0, choices: 1 }
    }
    if (c === '*' || c === '+' || c === '?') return null
    this.at++
    return { degree: 0, choices: 1 }
  }

  /** What a group matched, compared again: as long as the text, at worst. */
  private reference(escape: string): PatternCost {
    const rest = this.source.slice(this.at)
    this.at += (escape === 'k' ? /^<[^>]*>/ : /^\d*/).exec(rest)?.[0].length ?? 0
    return { degree: 1, choices: 1 }
  }

  private escapeTail(escape: string): number {
    const rest = this.source.slice(this.at)
    const tail =
      escape === 'u'
        ? /^(?:[0-9a-fA-F]{4}|\{[^}]*\})/
        : escape === 'x'
          ? /^[0-9a-fA-F]{2}/
          : /^[pP]$/.test(escape)
            ? /^\{[^}]*\}/
            : null
    return tail?.exec(rest)?.[0].length ?? 0
  }

  private group(): PatternCost | null {
    const { source } = this
    this.at++
    if (source[this.at] === '?') {
      // What a lookaround tries adds to the rest like any group; it is never tried again from inside.
      const opening = /^\?(?::|=|!|<=|<!|<[A-Za-z_]\w*>)/.exec(source.slice(this.at))
      if (!opening) return null
      this.at += opening[0].length
    }
    const inner = this.alternatives()
    if (!inner || source[this.at] !== ')') return null
    this.at++
    return inner
  }

  private repeated(atom: PatternCost): PatternCost | null {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.at))
    if (!found) return atom
    this.at += found[0].length
    const sign = found[0][0]
    const min = sign === '{' ? Number(found[1]) : sign === '+' ? 1 : 0
    const max =
      sign === '?'
        ? 1
        : sign !== '{'
          ? Number.POSITIVE_INFINITY
          : found[2] === undefined
            ? min
            : found[3]
              ? Number(found[3])
              : Number.POSITIVE_INFINITY
    const plain = atom.degree === 0 && atom.choices === 1
    if (max === Number.POSITIVE_INFINITY) return plain ? { degree: 1, choices: 1 } : null
    if (plain) return { degree: 0, choices: max - min + 1 }
    return { degree: atom.degree * max, choices: (max - min + 1) * atom.choices ** max }
  }
}
