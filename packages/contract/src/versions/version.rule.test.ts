import { describe, expect, it } from 'vitest'
import { versionAfterDeletion, versionDone, versionLabel, versionQuestions, versionText } from './version.rule.ts'

describe('the words of versions', () => {
  it('VER-003/ui VER-004/ui a label has number and minute, the display production or draft', () => {
    expect(versionLabel(4, '2026-11-20 17:02')).toBe('V 4 - 2026-11-20 17:02')
    expect(versionText(4, true)).toBe('Version 4 (Prod)')
    expect(versionText(5, false)).toBe('Version 5 (Draft)')
  })

  it.each([
    [{ force: false, country: false }, 'Do you want to lock schema version 3'],
    [{ force: true, country: false }, 'Do you want to lock schema version 3 + force child lock'],
    [
      { force: true, country: true },
      'Do you want to lock schema version 3 + force child lock + force lock countries pipelines',
    ],
  ])('VER-021/ui %o asks: %s', (scope, asked) => {
    expect(versionQuestions.lock('schema', 3, scope)).toBe(asked)
  })

  it('VER-022/ui VER-023/ui VER-024/ui VER-025/ui the other questions and what is told afterwards', () => {
    expect(versionQuestions.unlock('pipeline', 2)).toBe('Do you want to create an unlocked copy of pipeline version 2?')
    expect(versionQuestions.delete('component', 2)).toBe('Do you want to delete component version 2?')
    expect([versionDone.locked(1), versionDone.created(2), versionDone.deleted(3), versionDone.updated(4)]).toEqual([
      'Version 1 locked',
      'Version 2 created',
      'Version 3 deleted',
      'Version 4 updated',
    ])
    expect(versionDone.updatedTo(4, 5)).toBe('Version 4 updated to version 5')
  })
})

describe('what opens after a deletion', () => {
  it.each([
    ['the newest', ['c', 'b', 'a'], 'c', 'b'],
    ['one in between', ['c', 'b', 'a'], 'b', 'a'],
    ['the oldest', ['c', 'b', 'a'], 'a', 'b'],
    ['the only one', ['a'], 'a', null],
  ])('VER-011/ui %s', (_case, ids, deleted, opened) => {
    const versions = ids.map((_id) => ({ _id }))
    expect(versionAfterDeletion(versions, deleted)).toBe(opened)
  })
})
