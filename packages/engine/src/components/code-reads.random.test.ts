import { expect, it } from 'vitest'
import { fieldsReadBy } from './code-reads.ts'

// Code at random, with few names, so that they shadow each other: what it does with a record of the fields it is said to
// read is what it does with the whole record.

function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

class Writer {
  readonly #below: (below: number) => number

  constructor(seed: number) {
    this.#below = random(seed)
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T
  }

  readonly #names = ['row', 'r', 'x', 'e', 'f', 'g', 'ctx']

  name = (): string => this.#one(this.#names)
  record = (): string => this.#one(['ctx.input.row', 'row', 'row', 'r', 'input.row'])
  field = (): string => `${this.record()}${this.#one(['.a', '.b', "['c d']", '?.a', '.e'])}`

  expression(depth: number): string {
    const inner = () => this.expression(depth - 1)
    if (depth <= 0 || this.#below(3) > 0) return this.#below(9) > 0 ? this.field() : this.#one(['1', 'x', 'e', '"t"'])
    return this.#one([
      () => this.name(),
      () => this.record(),
      () => `[${inner()}, ${inner()}]`,
      () => `{ k: ${inner()}, ...${inner()} }`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
      () => `(${inner()} && ${inner()})`,
      () => `typeof ${this.record()}`,
      () => `!${this.record()}`,
      () => `String(${inner()})`,
      () => `${this.#one(['f', 'g'])}(${this.record()})`,
      () => `${this.#one(['f', 'g'])}(${inner()}, ${this.record()})`,
      () => `((${this.name()}) => ${inner()})(${inner()})`,
      () => `${this.record()}[${inner()}]`,
      () => `Object.keys(${inner()})`,
      () => `JSON.stringify(${inner()})`,
    ])()
  }

  pattern(): string {
    return this.#one([
      () => this.name(),
      () => `{ row }`,
      () => `{ row: r }`,
      () => `{ a: ${this.name()}, b = ${this.expression(1)} }`,
      () => `{ row: { a, e: ${this.name()} } }`,
      () => `{ a, ...x }`,
    ])()
  }

  statement(depth: number): string {
    const inner = () => this.statements(depth - 1)
    const simple = [
      () => `out.push(${this.expression(2)})`,
      () => `out.push(${this.field()})`,
      () => `out.push(${this.field()})`,
      () =>
        `${this.#one(['var', 'let', 'const'])} ${this.pattern()} = ${this.#one([this.record(), 'ctx.input', this.expression(1)])}`,
      () => `const ${this.#one(['f', 'g'])} = (${this.pattern()}) => ${this.expression(2)}`,
    ]
    if (depth <= 0) return this.#one(simple)()
    return this.#one([
      ...simple,
      () => `{ ${inner()} }`,
      () => `try { throw ${this.expression(1)} } catch (${this.name()}) { ${inner()} }`,
      () => `switch (${this.expression(1)}) { case 1: ${inner()}; default: ${inner()} }`,
      () =>
        `function ${this.#one(['f', 'g'])}(${this.pattern()}, ${this.name()} = ${this.expression(1)}) { ${inner()} }`,
      () => `if (${this.expression(1)}) { ${inner()} }`,
      () => `for (const ${this.pattern()} of [${this.expression(1)}]) { ${inner()} }`,
      () => `${this.name()} = ${this.expression(1)}`,
    ])()
  }

  statements(depth: number): string {
    return Array.from({ length: 1 + this.#below(3) }, () => this.statement(depth)).join('\n')
  }
}

const whole = (): Record<string, unknown> => ({
  a: 'A',
  b: [1, { a: 2 }],
  'c d': null,
  e: { row: 3 },
  z: 'never by name',
})

/** What the code put out, or the error that ended it. */
function done(code: string, row: Record<string, unknown>): string {
  const out: unknown[] = []
  const calls = new Function('ctx', 'out', `"use strict";\n${code}`)
  let ended = 'returned'
  try {
    calls({ input: { row }, output: {}, log: {} }, out)
  } catch (thrown) {
    ended = thrown instanceof Error ? thrown.message : JSON.stringify(thrown)
  }
  return `${JSON.stringify(out)} ${ended}`
}

it('code does the same without the fields it is said not to read', () => {
  let known = 0
  let reading = 0
  for (let seed = 1; seed <= 1500; seed++) {
    const written = new Writer(seed)
    const head = seed % 3 === 0 ? '' : 'const { input } = ctx\nconst { row } = input\n'
    const code = `${head}${written.statements(2)}`
    const fields = fieldsReadBy(code, false, 'row')
    if (fields === null) continue
    try {
      new Function('ctx', 'out', `"use strict";\n${code}`)
    } catch {
      continue
    }
    known++
    if (fields.size > 0) reading++
    const all = whole()
    const some = Object.fromEntries([...fields].map((field) => [field, all[field]]))
    expect(done(code, some), code).toBe(done(code, all))
  }
  expect(known).toBeGreaterThan(100)
  expect(reading).toBeGreaterThan(50)
})
