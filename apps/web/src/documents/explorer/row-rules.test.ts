import type { DocTags } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { noRules, rowRules } from './row-rules.ts'

const names: Record<string, string> = { eu: 'Europe', dl: 'Dealers' }
const nameOf = (id: string) => names[id] ?? null
const none: DocTags = { read: [], write: [] }
const above = ['Pipelines / France', 'Pipelines']

describe('the badge summary of a row', () => {
  it('is empty without any rule', () => {
    expect(rowRules(none, [none, none], above, nameOf)).toBe(noRules)
  })
  it('PRM-014/ui tells own rules short and in full', () => {
    expect(rowRules({ read: [['eu', 'dl'], ['x']], write: [] }, [none, none], above, nameOf)).toEqual({
      chips: [{ access: 'read', text: 'Europe and Dealers or 1 more', badge: 'eu', inherited: false }],
      words: [
        'Read: people who hold Europe and Dealers, or a badge you do not know. Nobody else can see it.',
        'Write: everybody who may read it.',
      ],
    })
  })
  it('PRM-014/ui marks what a folder above demands', () => {
    const rules = rowRules(none, [none, { read: [['eu']], write: [['dl']] }], above, nameOf)
    expect(rules.chips).toEqual([
      { access: 'read', text: 'Europe', badge: 'eu', inherited: true },
      { access: 'write', text: 'Dealers', badge: 'dl', inherited: true },
    ])
    expect(rules.words).toEqual([
      'Read: the rule of the folder Pipelines: people who hold Europe.',
      'Write: the rule of the folder Pipelines: people who hold Dealers.',
    ])
  })
  it('adds the rules of the folders to its own', () => {
    const rules = rowRules({ read: [['dl']], write: [] }, [{ read: [['eu']], write: [] }, none], above, nameOf)
    expect(rules.chips).toEqual([{ access: 'read', text: 'Dealers', badge: 'dl', inherited: false }])
    expect(rules.words[0]).toBe(
      'Read: people who hold Dealers. Nobody else can see it. and the rule of the folder Pipelines / France: people who hold Europe.',
    )
  })
})
