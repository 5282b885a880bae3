import { describe, expect, it } from 'vitest'
import { demoCode } from './demo-code.ts'

type Ctx = { input: unknown; output?: unknown; rt_context?: unknown; log?: unknown }

/** Runs demo code as a plain function: the sandbox has tests of its own. */
function run(path: string, input: unknown, locale = { language: 'fr', country: 'FR', label: 'fr-FR' }) {
  const errors: string[] = []
  const log = { error: (text: string) => errors.push(text), info: () => {} }
  const ctx: Ctx = { input, rt_context: { locale, brand: { name: 'Adventure Works' } }, log }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours; the engine runs it in its isolate in other tests
  const returned: unknown = new Function('ctx', demoCode(path))(ctx)
  return { output: returned ?? ctx.output, errors }
}

describe('code of the demo components', () => {
  it.each([
    ['31/12/2024', undefined, '2024-12-31'],
    ['1.2.2024', undefined, '2024-02-01'],
    ['12/31/2024', 'mdy', '2024-12-31'],
    ['2024-12-31', undefined, '2024-12-31'],
    ['29.02.2024', undefined, '2024-02-29'],
    ['31.02.2024', undefined, null],
    ['soon', undefined, null],
    ['', undefined, null],
  ])('Parse date reads %j (%s) as %j', (text, format, date) => {
    expect(run('components/parse-date.js', { text, format }).output).toEqual({ date })
  })

  it('Overlay locale lets filled local values win, and names keys the master lacks', () => {
    const master = [{ key: 'a', locale: 'en-US', brand: 'B', name: 'Bike', price: 10, attributes: { color: 'Red' } }]
    const local = [
      { key: 'a', name: 'Vélo', price: undefined, description: '', attributes: { weight: 9, color: null } },
      { key: 'stranger', name: 'Inconnu' },
    ]
    expect(run('components/overlay-locale.js', { master, local })).toEqual({
      output: {
        products: [
          { key: 'a', locale: 'fr-FR', brand: 'B', name: 'Vélo', price: 10, attributes: { color: 'Red', weight: 9 } },
        ],
      },
      errors: ['stranger is not in the master catalogue'],
    })
  })

  it('Dealer of the locale keeps its country and the zeros of postal codes', () => {
    const dealer = (country: string, code: string) =>
      run('components/dealer-of-locale.js', { row: { key: 'd', country, postal_code: code } }).output
    expect(dealer('FR', '6000')).toMatchObject({ dealer: { postal_code: '06000', locale: 'fr-FR' } })
    expect(dealer('DE', '01067')).toBeUndefined()
  })

  it('is the body of its file, with the comment that explains it', () => {
    expect(demoCode('components/parse-date.js')).toMatch(/^\/\*\*\n \* A date as people write it[^]*\nconst text = /)
    expect(() => demoCode('demo-code.ts')).toThrow('is not one commented function of ctx')
  })
})
