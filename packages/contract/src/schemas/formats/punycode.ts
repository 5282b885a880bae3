// RFC 3492, the numbers of its section 5.
const base = 36
const least = 1
const most = 26
const skew = 38
const damp = 700
const firstBias = 72
const firstPoint = 128

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / points)
  let steps = 0
  for (; rest > ((base - least) * most) >> 1; steps += base) rest = Math.floor(rest / (base - least))
  return steps + Math.floor(((base - least + 1) * rest) / (rest + skew))
}

const threshold = (step: number, bias: number) => Math.min(most, Math.max(least, step - bias))

/** The label behind 'xn--', or null when that is no Punycode. */
export function fromPunycode(text: string): string | null {
  const end = text.lastIndexOf('-')
  const points = end > 0 ? Array.from(text.slice(0, end), (c) => c.codePointAt(0) ?? 0) : []
  let [at, point, bias] = [0, firstPoint, firstBias]
  for (let i = end > 0 ? end + 1 : 0; i < text.length; ) {
    const before = at
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(text[i++] ?? '', base)
      if (Number.isNaN(digit)) return null
      // Digits of Punycode count from 'a', those of parseInt from '0'.
      const value = digit < 10 ? digit + 26 : digit - 10
      at += value * weight
      if (at > 0x7fffffff) return null
      const limit = threshold(step, bias)
      if (value < limit) break
      weight *= base - limit
    }
    const count = points.length + 1
    bias = adapted(at - before, count, before === 0)
    point += Math.floor(at / count)
    at %= count
    if (point > 0x10ffff) return null
    points.splice(at++, 0, point)
  }
  return String.fromCodePoint(...points)
}

/** The text as Punycode, without 'xn--'. */
export function toPunycode(text: string): string {
  const points = Array.from(text, (c) => c.codePointAt(0) ?? 0)
  const plain = points.filter((point) => point < firstPoint)
  let out = String.fromCodePoint(...plain) + (plain.length > 0 ? '-' : '')
  let [point, delta, bias, done] = [firstPoint, 0, firstBias, plain.length]
  while (done < points.length) {
    const next = Math.min(...points.filter((other) => other >= point))
    delta += (next - point) * (done + 1)
    point = next
    for (const other of points) {
      if (other < point) delta++
      if (other !== point) continue
      let rest = delta
      for (let step = base; ; step += base) {
        const limit = threshold(step, bias)
        if (rest < limit) break
        out += digitOf(limit + ((rest - limit) % (base - limit)))
        rest = Math.floor((rest - limit) / (base - limit))
      }
      out += digitOf(rest)
      bias = adapted(delta, done + 1, done === plain.length)
      delta = 0
      done++
    }
    delta++
    point++
  }
  return out
}

const digitOf = (value: number) => (value < 26 ? value + 10 : value - 26).toString(base)
