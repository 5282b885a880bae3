import type { User } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { nextSort, writeSort } from '../../ui/sorting.ts'
import { readPeoplePlace, searchPeople, type SortColumn, sortPeople, writePicked } from './people-place.ts'
import { examplePeople, exampleUser } from './users.examples.ts'

const ids = (people: readonly User[]) => people.map(({ _id }) => _id)

describe('the address of the Users screen', () => {
  it('holds search, order, selection and the open person', () => {
    const place = readPeoplePlace({ q: 'marc', sort: '-email', people: 'a,b', user: 'dana' })
    expect(place).toEqual({
      text: 'marc',
      sort: { by: 'email', down: true },
      picked: new Set(['a', 'b']),
      open: 'dana',
      like: null,
    })
    expect(readPeoplePlace({ user: 'new', like: 'dana' })).toMatchObject({ open: 'new', like: 'dana' })
    expect(writeSort(place.sort)).toBe('-email')
    expect(writePicked(place.picked)).toBe('a,b')
  })
  it('a strange order and nothing at all are nothing', () => {
    expect(readPeoplePlace({ sort: 'password' })).toEqual({
      text: '',
      sort: null,
      picked: new Set(),
      open: null,
      like: null,
    })
    expect(writePicked(new Set())).toBeNull()
  })
  it('a selection of hundreds stays out of it', () => {
    expect(writePicked(new Set(Array.from({ length: 500 }, (_, n) => `id-${n}`)))).toBe('many')
  })
})

describe('searchPeople', () => {
  const people = examplePeople()
  it.each([
    ['dana', ['dana']],
    ['SELLER', ['sara']],
    ['shop.test', ['sara']],
    ['manager', ['marc']],
    ['user dealer', ['dana']],
    ['marc.manager', ['marc']],
    ['nobody', []],
    ['  ', ['dana', 'marc', 'sara']],
  ])('USR-008/ui %s', (text, expected) => {
    expect(ids(searchPeople(people, text))).toEqual(expected)
  })
})

describe('sortPeople', () => {
  const people = examplePeople()
  it('up, down, and back to the order as it came', () => {
    const up = nextSort<SortColumn>(null, 'email')
    const down = nextSort(up, 'email')
    expect(ids(sortPeople(people, up))).toEqual(['dana', 'marc', 'sara'])
    expect(ids(sortPeople(people, down))).toEqual(['sara', 'marc', 'dana'])
    expect(nextSort(down, 'email')).toBeNull()
    expect(nextSort(down, 'role')).toEqual({ by: 'role', down: false })
  })
  it('whoever was never seen comes last, either way', () => {
    const seen = (_id: string, at: string | null) => exampleUser({ _id, lastSeenDate: at })
    const some = [seen('never', null), seen('new', '2026-11-20T10:00:00.000Z'), seen('old', '2026-01-01T10:00:00.000Z')]
    expect(ids(sortPeople(some, { by: 'lastSeen', down: false }))).toEqual(['old', 'new', 'never'])
    expect(ids(sortPeople(some, { by: 'lastSeen', down: true }))).toEqual(['new', 'old', 'never'])
  })
})
