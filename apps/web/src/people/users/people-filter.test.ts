import { describe, expect, it } from 'vitest'
import { filterPeople, heldBadges, readPeopleFilter } from './people-filter.ts'
import { americas, dealerTeam, examplePeople, exampleUser } from './users.examples.ts'

const people = [...examplePeople(), exampleUser({ _id: 'toni', admin_tags: [], tfa: 'enrolled' })]

describe('filterPeople', () => {
  it.each([
    [{}, ['dana', 'marc', 'sara', 'toni']],
    [{ role: 'manager' }, ['marc']],
    [{ role: 'user', state: 'active' }, ['dana', 'toni']],
    [{ state: 'inactive' }, ['sara']],
    [{ state: 'unseen' }, ['marc', 'sara', 'toni']],
    [{ tfa: 'enrolled' }, ['toni']],
    [{ tfa: 'required' }, []],
    [{ tfa: 'off', state: 'active' }, ['dana', 'marc']],
    [{ badge: dealerTeam._id }, ['dana', 'marc', 'sara']],
    [{ badge: americas._id }, ['marc']],
    [{ badge: 'gone' }, []],
    [{ role: 'king', state: 'asleep', tfa: 'maybe', badge: '' }, ['dana', 'marc', 'sara', 'toni']],
  ])('%o', (search, ids) => {
    expect(filterPeople(people, readPeopleFilter(search)).map(({ _id }) => _id)).toEqual(ids)
  })

  it('offers each badge once, by name', () => {
    expect(heldBadges(people).map(({ name }) => name)).toEqual(['Americas', 'Catalogue team', 'Dealer team', 'Europe'])
  })
})
