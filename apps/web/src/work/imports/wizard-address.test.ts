import { describe, expect, it } from 'vitest'
import {
  nextPlace,
  previousPlace,
  readWizardPlace,
  stepTitles,
  type WizardPlace,
  writeWizardPlace,
} from './wizard-address.ts'

const place = (over: Partial<WizardPlace>): WizardPlace => ({ pipeline: 'fr', step: 1, ...over })

describe('the wizard’s place', () => {
  it('has five steps', () => {
    expect(stepTitles).toHaveLength(5)
  })
  it('survives a round through the address', () => {
    const whole = place({
      step: 5,
      imports: ['i1', 'i2'],
      brand: 'b1',
      locale: 'l1',
      productLine: 'p1',
      datakind: 'd1',
    })
    const search = new URLSearchParams(
      Object.entries(writeWizardPlace(whole)).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    )
    expect(readWizardPlace(Object.fromEntries(search))).toEqual(whole)
  })
  it('is the first step without a pipeline or with a step that is none', () => {
    expect(readWizardPlace({ step: '4' }).step).toBe(1)
    expect(readWizardPlace({ pipeline: 'fr', step: '9' }).step).toBe(1)
    expect(readWizardPlace({ pipeline: 'fr', step: 3 }).step).toBe(3)
  })
  it('IMP-004/ui goes forward and back and wraps to the first step, keeping filters and pipeline (D-27)', () => {
    expect(nextPlace(place({ step: 1 })).step).toBe(2)
    expect(nextPlace(place({ step: 4 }), ['i1'])).toEqual(place({ step: 5, imports: ['i1'] }))
    expect(nextPlace(place({ step: 5, brand: 'b1', imports: ['i1'] }))).toEqual(
      place({ step: 1, brand: 'b1', imports: undefined }),
    )
    expect(previousPlace(place({ step: 3 })).step).toBe(2)
    expect(previousPlace(place({ step: 1 })).step).toBe(1)
  })
})
