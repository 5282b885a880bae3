import { describe, expect, it } from 'vitest'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import {
  belongsTo,
  clearLogbookFilters,
  type LogbookPlace,
  listAllBody,
  readLogbookPlace,
  changeLogbookFilter,
  toggleSuccess,
  writeLogbookPlace,
} from './logbook-place.ts'

const start: LogbookPlace = readLogbookPlace({})
const bodyOf = (place: LogbookPlace) => listAllBody(place, 'Europe/Paris')
const through = (place: LogbookPlace) =>
  readLogbookPlace(
    Object.fromEntries(
      new URLSearchParams(
        Object.entries(writeLogbookPlace(place)).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
      ),
    ),
  )

describe('the logbook’s place', () => {
  it('starts on past imports of both outcomes, first page (D-87)', () => {
    expect(bodyOf(start)).toMatchObject({ pageNumber: 1, success: null, pending: false })
  })
  it('LOG-008/ui asks for nine rows on a page', () => {
    expect(bodyOf({ ...start, page: 3 })).toMatchObject({ pageNumber: 3, nbItemsPerPage: 9 })
  })
  it('survives a round through the address', () => {
    const whole: LogbookPlace = {
      ...start,
      brand: 'b1',
      user: 'marc',
      pipeline: 'p1',
      sort: { by: 'endAt', down: true },
      from: '2026-11-01',
      to: '2026-11-20',
      time: 'future',
      success: { true: false, false: true },
      page: 4,
      selected: 'i1',
    }
    expect(through(whole)).toEqual(whole)
    expect(through(start)).toEqual(start)
  })
  it('LOG-006/ui never has both success switches off', () => {
    const onlyTrue = toggleSuccess(start.success, 'false')
    expect(onlyTrue).toEqual({ true: true, false: false })
    expect(toggleSuccess(onlyTrue, 'true')).toEqual(onlyTrue)
    expect(bodyOf({ ...start, success: onlyTrue }).success).toEqual([true])
    expect(readLogbookPlace({ success: 'nonsense' }).success).toEqual({ true: true, false: true })
  })
  it('LOG-005/ui future only asks for pending imports, whatever the success switches say', () => {
    const future = { ...start, time: 'future' as const, success: { true: true, false: false } }
    expect(bodyOf(future)).toMatchObject({ pending: true, success: null })
  })
  it('LOG-004/ui sends each filter, unset ones as null, and starts at page 1 again', () => {
    const place = changeLogbookFilter({ ...start, page: 5, selected: 'i1' }, { locale: 'l1', user: 'marc' })
    expect(bodyOf(place)).toMatchObject({
      pageNumber: 1,
      locale: 'l1',
      user: 'marc',
      brand: null,
      datakind: null,
      productLine: null,
    })
    expect(place.selected).toBeUndefined()
  })
})

describe('pipeline and order', () => {
  it('API-044/ui asks for one pipeline and for an order; what is no column is none', () => {
    expect(bodyOf({ ...start, pipeline: 'p1', sort: { by: 'user', down: false } })).toMatchObject({
      pipeline: 'p1',
      sort: { by: 'user', descending: false },
    })
    expect(bodyOf(start)).toMatchObject({ pipeline: null, sort: null })
    expect(readLogbookPlace({ sort: '-destination' }).sort).toBeNull()
  })
  it('clears filters and keeps time and order', () => {
    const place = readLogbookPlace({ time: 'future', sort: '-user', pipeline: 'p1', page: '3' })
    expect(clearLogbookFilters(place)).toEqual(readLogbookPlace({ time: 'future', sort: '-user' }))
  })
})

describe('days and state', () => {
  it('LOG-004/ui asks for days of the platform zone, both among them, and for one state', () => {
    const place = { ...start, from: '2026-11-20', to: '2026-11-20', state: 'failed' as const }
    expect(bodyOf(place)).toMatchObject({
      states: ['failed'],
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T22:59:59.999Z',
    })
    expect(bodyOf(start)).toMatchObject({ states: null, from: null, to: null })
    expect(through(place)).toEqual(place)
  })
  it.each([
    [
      { from: '2026-02-30', to: 'today' },
      { from: undefined, to: undefined },
    ],
    [{ state: 'pending' }, { state: undefined }],
    [{ state: 'failed', time: 'future' }, { state: undefined }],
  ])('leaves out of an address what makes no sense: %j', (search, read) => {
    expect(readLogbookPlace(search)).toMatchObject(read)
  })
})

describe('whether an import belongs into the list', () => {
  const running = exampleImport()
  const good = exampleEnded()
  const bad = exampleEnded({ state: 'failed', success: false })
  const pending = exampleImport({ state: 'pending' })
  const all = { running, good, bad, pending }
  const listed = (change: Partial<LogbookPlace>) =>
    Object.entries(all)
      .filter(([, imp]) => belongsTo({ ...start, ...change }, imp, 'Europe/Paris'))
      .map(([name]) => name)
  const { brand, locale, productLine, datakind } = good.pipeline

  it.each<[string, Partial<LogbookPlace>, string[]]>([
    ['past', {}, ['running', 'good', 'bad']],
    ['past, success alone', { success: { true: true, false: false } }, ['good']],
    ['past, failure alone', { success: { true: false, false: true } }, ['bad']],
    ['future', { time: 'future' }, ['pending']],
    ['future, whatever the switches', { time: 'future', success: { true: true, false: false } }, ['pending']],
    ['its user', { user: good.user._id ?? '' }, ['running', 'good', 'bad']],
    ['another user', { user: 'somebody' }, []],
    [
      'its classes',
      { brand: brand?._id, locale: locale?._id, productLine: productLine?._id, datakind: datakind?._id },
      ['running', 'good', 'bad'],
    ],
    ['its state', { state: 'failed' }, ['bad']],
    ['its day', { from: '2026-11-20', to: '2026-11-20' }, ['running', 'good', 'bad']],
    ['a later day', { from: '2026-11-21' }, []],
    ['an earlier day', { to: '2026-11-19' }, []],
    ['another brand', { brand: 'other' }, []],
    ['another locale', { locale: 'other' }, []],
    ['another product line', { productLine: 'other' }, []],
    ['another data kind', { datakind: 'other' }, []],
  ])('LOG-004/ui %s', (_, change, names) => {
    expect(listed(change)).toEqual(names)
  })
})
