import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const read = (text: unknown, settings: Record<string, unknown>) =>
  callBlock('Number by locale', { records: [{ n: text }], settings: { fields: ['n'], ...settings } })

describe('Number by locale', () => {
  it.each<[string, string, number]>([
    ['de-DE', '1.234,50', 1234.5],
    ['de-DE', '1.234.567', 1_234_567],
    ['de-DE', '1234,5', 1234.5],
    ['de-DE', '1 234,50', 1234.5],
    ['de-DE', '1.234,50 €', 1234.5],
    ['de-DE', '€ 1.234,50', 1234.5],
    ['de-DE', 'EUR 12,50', 12.5],
    ['de-DE', '12,50EUR', 12.5],
    ['de-DE', '-12,5', -12.5],
    ['de-DE', '12,5-', -12.5],
    ['de-DE', '(12,5)', -12.5],
    ['de-DE', '\u221212,5', -12.5],
    ['de-DE', '-€ 12,5', -12.5],
    ['de-DE', '€ -12,5', -12.5],
    ['de-DE', '+3', 3],
    ['de-DE', '0', 0],
    ['de-DE', '007', 7],
    ['fr-FR', '1\u202f234,5', 1234.5],
    ['fr-FR', '1\u00a0234,5\u00a0€', 1234.5],
    ['fr-FR', '1 234 567', 1_234_567],
    ['es-ES', '1.234,5', 1234.5],
    ['de-CH', "CHF 1'234.50", 1234.5],
    ['de-CH', '1’234.50', 1234.5],
    ['en-US', '$1,234.50', 1234.5],
    ['en-US', 'US$ .5', 0.5],
    ['en-IN', '₹12,34,567.8', 1_234_567.8],
    ['pt-BR', 'R$ 1.234,50', 1234.5],
    ['pl-PL', '1 234,50 zł', 1234.5],
    ['da-DK', 'kr. 12,50', 12.5],
    ['ar-EG', '١٬٢٣٤٫٥', 1234.5],
    ['de-DE', '12,5 %', 12.5],
  ])('%s reads %j as %d', (locale, text, number) => {
    expect(read(text, { locale })).toEqual({ records: [{ n: number }], wrong: [] })
  })

  it.each([
    ['de-DE', '1.5'],
    ['de-DE', '1.23.456'],
    ['de-DE', '1,234,567'],
    ['de-DE', '12 kg'],
    ['de-DE', '1E5'],
    ['de-DE', '--5'],
    ['de-DE', '(-5)'],
    ['de-DE', '5-6'],
    ['de-DE', 'on request'],
    ['de-DE', '€'],
    ['en-US', '12,50'],
    ['en-US', '0x10'],
    ['en-US', 'Infinity'],
    ['en-US', '12345678901234567890'],
    ['de-DE', '12.345.678.901.234.567.890,00 €'],
  ])('%s takes %j for wrong', (locale, text) => {
    expect(read(text, { locale })).toEqual({ records: [{ n: text }], wrong: [{ n: text }] })
  })

  it.each<[Record<string, unknown>, string, number]>([
    [{ decimalMark: ',' }, '1.234,5', 1234.5],
    [{ decimalMark: '.', groupMark: '_' }, '1_234.5', 1234.5],
    [{ locale: 'de-DE', decimalMark: '.' }, '1,234.5', 1234.5],
    [{ locale: 'de-DE', percent: 'divide by 100' }, '12,5 %', 0.125],
  ])('%j reads %j as %d', (settings, text, number) => {
    expect(read(text, settings).records).toEqual([{ n: number }])
  })

  it('reads as the locale of the run does unless told otherwise', () => {
    const input = { records: [{ n: '1.234,5' }], settings: { fields: ['n'] } }
    const context = { locale: { label: 'pt-BR' } }
    expect(callBlock('Number by locale', input, { context }).records).toEqual([{ n: 1234.5 }])
  })

  it('leaves numbers and empty fields, and does with wrong ones as asked', () => {
    const records = [{ n: 5, o: '1,5' }, { n: '' }, { n: null, o: 'x' }, { n: ['1'] }]
    const all = (whenWrong: string) =>
      callBlock('Number by locale', { records, settings: { fields: ['n', 'o'], locale: 'de-DE', whenWrong } })
    expect(all('keep').records).toEqual([{ n: 5, o: 1.5 }, { n: '' }, { n: null, o: 'x' }, { n: ['1'] }])
    expect(all('empty').records).toEqual([{ n: 5, o: 1.5 }, { n: '' }, { n: null }, {}])
    expect(all('leave out')).toEqual({ records: [{ n: 5, o: 1.5 }, { n: '' }], wrong: [records[2], records[3]] })
    expect(errorMessageOf(() => all('error'))).toBe("Number by locale: 'x' in the field o is not a number")
  })

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Number by locale: settings.locale is missing'],
    [{ locale: 'de_DE' }, "Number by locale: settings.locale is 'de_DE', which is no locale; write it as de-DE"],
    [{ fields: [], locale: 'de-DE' }, 'Number by locale: settings.fields is missing'],
    [{ decimalMark: ',', groupMark: ',' }, 'Number by locale: settings.groupMark is the same as the decimal mark'],
    [{ decimalMark: ',,' }, 'Number by locale: settings.decimalMark is not one character'],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => read('1', settings))).toBe(message)
  })
})
