import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const read = (text: unknown, settings: Record<string, unknown>, context: unknown = {}) =>
  callBlock('Date by locale', { records: [{ d: text }], settings: { fields: ['d'], ...settings } }, { context })

describe('Date by locale', () => {
  it.each([
    ['fr-FR', '31/12/2024', '2024-12-31'],
    ['de-DE', '1.2.2024', '2024-02-01'],
    ['de-DE', '01.02.24', '2024-02-01'],
    ['de-DE', '1.2.99', '1999-02-01'],
    ['en-US', '12/31/2024', '2024-12-31'],
    ['en-GB', '31/12/2024', '2024-12-31'],
    ['hu-HU', '2024. 12. 31.', '2024-12-31'],
    ['de-DE', '2024-12-31', '2024-12-31'],
    ['de-DE', '20241231', '2024-12-31'],
    ['de-DE', '29.02.2024', '2024-02-29'],
    ['de-DE', '5. März 2024', '2024-03-05'],
    ['de-DE', 'Dienstag, 5. März 2024', '2024-03-05'],
    ['fr-FR', '1er janv. 2024', '2024-01-01'],
    ['fr-FR', '5 Février 2024', '2024-02-05'],
    ['es-ES', '5 de marzo de 2024', '2024-03-05'],
    ['en-US', 'March 5th, 2024', '2024-03-05'],
    ['en-US', 'Tue, Mar 5, 2024', '2024-03-05'],
    ['pl-PL', '5 marca 2024', '2024-03-05'],
    ['ru-RU', '5 марта 2024 г.', '2024-03-05'],
    ['de-DE', '31.12.2024 23:59', '2024-12-31'],
  ])('%s reads %j as %s', (locale, text, date) => {
    expect(read(text, { locale })).toEqual({ records: [{ d: date }], wrong: [] })
  })

  it.each([
    ['DD.MM.YYYY', '05.03.2024', '2024-03-05'],
    ['D.M.YY', '5.3.24', '2024-03-05'],
    ['YYYYMMDD', '20240305', '2024-03-05'],
    ['[am] DD/MM/YYYY', 'am 05/03/2024', '2024-03-05'],
    ['ddd MMM DD HH:mm:ss z YYYY', 'Tue Jan 01 00:00:00 EST 2013', '2013-01-01'],
  ])('the format %s reads %j as %s', (format, text, date) => {
    expect(read(text, { format }).records).toEqual([{ d: date }])
  })

  it.each<[Record<string, unknown>, string, string]>([
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '01.07.2024 12:30', '2024-07-01T10:30:00Z'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '01.01.2024 12:30:15', '2024-01-01T11:30:15Z'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '31.03.2024 02:30', '2024-03-31T01:30:00Z'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '27.10.2024 02:30', '2024-10-27T00:30:00Z'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '27.10.2024 03:00', '2024-10-27T02:00:00Z'],
    [{ locale: 'en-US' }, '3/10/2024 2:30 AM', '2024-03-10T07:30:00Z'],
    [{ locale: 'en-US' }, '3/10/2024 3:30 AM', '2024-03-10T07:30:00Z'],
    [{ locale: 'en-US' }, '11/3/2024 1:30 AM', '2024-11-03T05:30:00Z'],
    [{ locale: 'en-US', timeZone: 'Australia/Lord_Howe' }, '10/6/2024 2:15 AM', '2024-10-05T15:45:00Z'],
    [{ locale: 'en-US' }, '7/1/2024, 1:05 PM', '2024-07-01T17:05:00Z'],
    [{ locale: 'en-US' }, '2024-07-01T13:05:00+02:00', '2024-07-01T11:05:00Z'],
    [{ locale: 'en-US' }, '2024-07-01T13:05:00Z', '2024-07-01T13:05:00Z'],
    [{ format: 'YYYY-MM-DD hh:mm A' }, '2024-07-01 12:05 AM', '2024-07-01T04:05:00Z'],
    [{ format: 'YYYY-MM-DD HH:mmZ' }, '2024-07-01 12:05-0300', '2024-07-01T15:05:00Z'],
    [{ locale: 'de-DE', timeZone: 'UTC' }, '1.7.2024', '2024-07-01T00:00:00Z'],
  ])('%j reads %j as the instant %s', (settings, text, instant) => {
    const context = { timeZone: 'America/New_York' }
    expect(read(text, { ...settings, output: 'date-time' }, context).records).toEqual([{ d: instant }])
  })

  it('reads as the locale of the run does unless told otherwise', () => {
    expect(read('3/4/2024', {}, { locale: { label: 'fr-FR' } }).records).toEqual([{ d: '2024-04-03' }])
  })

  it('begins the century where it is told to, else with 1950', () => {
    expect(read('1.2.50', { locale: 'de-DE' }).records).toEqual([{ d: '1950-02-01' }])
    expect(read('1.2.49', { locale: 'de-DE' }).records).toEqual([{ d: '2049-02-01' }])
    expect(read('1.2.99', { locale: 'de-DE', centuryFrom: 100 }).records).toEqual([{ d: '2099-02-01' }])
    expect(read('1.2.30', { locale: 'de-DE', centuryFrom: 20 }).records).toEqual([{ d: '1930-02-01' }])
  })

  it.each([
    ['de-DE', '31.02.2024'],
    ['de-DE', '12/31/2024'],
    ['de-DE', '5. Marsch 2024'],
    ['de-DE', '5. März 2024 oder so'],
    ['de-DE', '00.01.2024'],
    ['de-DE', 'soon'],
    ['de-DE', '5'],
    ['en-US', '13:00'],
  ])('%s takes %j for wrong', (locale, text) => {
    expect(read(text, { locale })).toEqual({ records: [{ d: text }], wrong: [{ d: text }] })
  })

  it('leaves empty fields and does with wrong ones as asked', () => {
    const records = [{ d: '' }, { d: 5 }, { d: '1.2.2024', e: 'x' }]
    const all = (whenWrong: string) =>
      callBlock('Date by locale', { records, settings: { fields: ['d', 'e'], locale: 'de-DE', whenWrong } })
    expect(all('empty').records).toEqual([{ d: '' }, {}, { d: '2024-02-01' }])
    expect(all('leave out')).toEqual({ records: [{ d: '' }], wrong: [records[1], records[2]] })
    expect(errorMessageOf(() => all('error'))).toBe("Date by locale: '5' in the field d is not a date")
  })

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Date by locale: settings.locale is missing'],
    [{ locale: 'x y' }, "Date by locale: settings.locale is 'x y', which is no locale; write it as de-DE"],
    [{ format: 'HH:mm' }, 'Date by locale: settings.format has no year, month or day'],
    [
      { locale: 'de-DE', output: 'date-time', timeZone: 'Mars' },
      "Date by locale: settings.timeZone is 'Mars', which is no time zone; write it as Europe/Paris",
    ],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => read('1', settings))).toBe(message)
  })
})
