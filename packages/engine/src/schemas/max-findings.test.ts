import { describe, expect, it } from 'vitest'
import { FindingCollector } from './finding-collector.ts'
import { createRowValidator } from './row-validator.ts'

describe('a record with very many faults', () => {
  const schema = { type: 'object', properties: { l: { type: 'array', items: { type: 'number' } } } }
  const validator = createRowValidator({ schema, store: {}, coerce: false })
  const wrong = (count: number) => validator.check({ l: Array.from({ length: count }, () => 'x') }, 1, 2) ?? []

  it('gives two hundred findings and says how many more there are', () => {
    expect(wrong(200)).toHaveLength(200)
    const findings = wrong(1_000)
    expect(findings).toHaveLength(201)
    expect(findings.at(-1)).toMatchObject({
      rule: 'more',
      row: 1,
      message: expect.stringMatching(/breaks rules in 800 more places, which are not listed$/),
    })
    expect(wrong(201).at(-1)?.message).toMatch(/in 1 more place, which is not listed$/)
  })

  it('is one cause, however many they are', () => {
    const collector = new FindingCollector()
    for (const count of [201, 300, 1000]) collector.add(wrong(count))
    const groups = collector.groups().filter(({ rule }) => rule === 'more')
    expect(groups.map(({ count, message }) => [count, message])).toEqual([
      [3, expect.stringMatching(/breaks rules in more places, not listed$/)],
    ])
  })
})
