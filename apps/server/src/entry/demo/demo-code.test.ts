import { describe, expect, it } from 'vitest'
import { demoCode } from './demo-code.ts'

/** Runs demo code as a plain function: the sandbox has tests of its own. */
function run(path: string, input: unknown, locale = { language: 'fr', country: 'FR', label: 'fr-FR' }) {
  const errors: string[] = []
  const log = { error: (text: string) => errors.push(text), info: () => {}, warn: () => {} }
  const ctx = { input, output: undefined as unknown, rt_context: { locale, brand: { name: 'Adventure Works' } }, log }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours; the engine runs it in its isolate in other tests
  const returned: unknown = new Function('ctx', demoCode(path))(ctx)
  return { output: returned ?? ctx.output, errors }
}

describe('code of the demo components', () => {
  it.each([
    ['6000', 'FR', '06000'],
    ['01067', 'DE', '01067'],
    [' SW1A 1AA ', 'GB', 'SW1A 1AA'],
    ['123', 'AU', '123'],
    ['2A100', 'FR', '2A100'],
    [undefined, 'FR', ''],
  ])('Postal code makes of %j in %s %j', (code, country, postalCode) => {
    expect(run('components/postal-code.js', { code, country }).output).toEqual({ postalCode })
  })

  it.each([
    ['01/03/2024', 'DD/MM/YYYY', '2024-03-01'],
    ['1.3.2024', 'DD.MM.YYYY', '2024-03-01'],
    ['2024-12-31', 'YYYY-MM-DD', '2024-12-31'],
    [undefined, 'DD/MM/YYYY', ''],
  ])('Parse date reads %j by %s as %j', (text, format, date) => {
    expect(run('components/parse-date.js', { text, format }).output).toEqual({ date })
  })

  it.each(['31/04/2024', '1/2', 'yesterday', '29/02/2023'])('Parse date refuses %s', (text) => {
    const read = () => run('components/parse-date.js', { text, format: 'DD/MM/YYYY' })
    expect(read).toThrow(`'${text}' is no date of the form DD/MM/YYYY`)
  })

  it.each([
    [38990.499, 'USD', 38990.5],
    [5190000.4, 'JPY', 5190000],
    [1.005, 'EUR', 1.01],
    [42, 'EUR', 42],
  ])('EV price makes of %d %s %d', (amount, currency, rounded) => {
    const price = { unique_code: 'a', amount, currency }
    expect(run('components/check-price.js', { price }).output).toEqual({ price: { ...price, amount: rounded } })
  })

  it('Report unknown keys logs an error for each of them', () => {
    expect(run('components/report-unknown-keys.js', { records: [{ key: 'a' }, { key: 'b' }] }).errors).toEqual([
      'a is not in the master catalogue',
      'b is not in the master catalogue',
    ])
  })

  it('Row to product takes NA for unknown and names a currency only where there is a price', () => {
    const row = { ProductAlternateKey: 'BK-1', EnglishProductName: 'Bike', Color: 'NA', StartDate: '2024-01-01' }
    const { output } = run('components/row-to-product.js', { row })
    expect(output).toMatchObject({
      product: { key: 'BK-1', locale: 'fr-FR', brand: 'Adventure Works', attributes: { availableFrom: '2024-01-01' } },
    })
    expect(JSON.stringify(output)).not.toMatch(/color|currency/)
  })

  it('is the body of its file, with the comment that explains it', () => {
    expect(demoCode('components/postal-code.js')).toMatch(/^\/\*\* A postal code as text[^]*\nconst digits = /)
    expect(() => demoCode('demo-code.ts')).toThrow('is not one commented function of ctx')
  })
})
