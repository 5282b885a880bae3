import { describe, expect, it } from 'vitest'
import { chosenPreview, countPlans, isChoiceUpdatable, isUpdatable } from './update.rule.ts'
import type { UpdateReport } from './updates.messages.ts'

const row = (over: Partial<UpdateReport> = {}): UpdateReport => ({
  old: { _id: 'a', name: 'A', version: 1, vLocked: true, type: 'pipeline' },
  new: null,
  update: false,
  updated: false,
  child_update: false,
  schemas: [],
  components: [],
  pipelines: [],
  pendings: { scheduled: [], repeatable: [] },
  updatePendings: false,
  ...over,
})
const pendings = { scheduled: [{} as never], repeatable: [{} as never] }

it.each<[string, UpdateReport, boolean]>([
  ['nothing', row(), false],
  ['itself', row({ update: true }), true],
  ['a newer version deep down', row({ components: [row({ schemas: [row({ updated: true })] })] }), true],
  ['a country', row({ pipelines: [row({ child_update: true })] }), true],
  ['a pending job', row({ pendings }), true],
])('VER-029/api an update is needed: %s', (_what, report, expected) => {
  expect(isUpdatable(report)).toBe(expected)
})

describe('what is chosen', () => {
  const both = { countries: true, plans: true }
  const onlyCountry = row({ update: true, pipelines: [row({ update: true })] })
  const onlyPlans = row({ pendings, updatePendings: true })
  it.each<[string, UpdateReport, typeof both, boolean]>([
    ['a country', onlyCountry, both, true],
    ['a country that is left alone', onlyCountry, { ...both, countries: false }, false],
    ['plans', onlyPlans, both, true],
    ['plans of countries that are left alone', row({ pipelines: [onlyPlans] }), { ...both, countries: false }, false],
    ['plans of countries', row({ pipelines: [onlyPlans] }), both, true],
    ['plans that stay', onlyPlans, { ...both, plans: false }, false],
    ['a component', row({ components: [row({ updated: true })] }), { countries: false, plans: false }, true],
    ['nothing', row({ pipelines: [row()] }), both, false],
  ])('VER-034/api can be proceeded with: %s', (_what, report, choice, expected) => {
    expect(isChoiceUpdatable(report, choice)).toBe(expected)
  })

  it('VER-032/api VER-033/api travels in the preview: no pipelines, updatePendings false', () => {
    const report = row({ pipelines: [row()], pendings, updatePendings: true })
    expect(chosenPreview(report, both)).toEqual(report)
    expect(chosenPreview(report, { countries: false, plans: false })).toEqual({
      ...report,
      ...{ pipelines: [], updatePendings: false },
    })
    const withPlans = row({ pendings, pipelines: [row({ pendings })] })
    expect([countPlans(withPlans), countPlans(withPlans, { countries: false })]).toEqual([4, 2])
  })
})
