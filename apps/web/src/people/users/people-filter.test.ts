import { describe, expect, it } from 'vitest'
import { filterPeople, heldBadges, readPeopleFilter } from './people-filter.ts'
import { americas, dealerTeam, examplePeople, exampleUser } from './users.examples.ts'

const people = [
  ...examplePeople(),
  exampleUser({ _id: 'toni', admin_tags: [], tfa: 'enrolled' }),
  exampleUser({
    _id: 'ivo',
    admin_tags: [],
    tfa: 'required',
    invitation: { state: 'open', at: '2026-11-25T08:00:00.000Z' },
  }),
]

describe('filterPeople', () => {
  it.each([
    [{}, ['dana', 'marc', 'sara', 'toni', 'ivo']],
    [{ role: 'manager' }, ['marc']],
    [{ role: 'user', state: 'active' }, ['dana', 'toni', 'ivo']],
    [{ state: 'inactive' }, ['sara']],
    [{ state: 'expired' }, ['sara']],
    [{ state: 'invited' }, ['ivo']],
    [{ state: 'unseen' }, ['marc', 'sara', 'toni', 'ivo']],
    [{ tfa: 'enrolled' }, ['toni']],
    [{ tfa: 'required' }, ['ivo']],
    [{ tfa: 'off', state: 'active' }, ['dana', 'marc']],
    [{ badge: dealerTeam._id }, ['dana', 'marc', 'sara']],
    [{ badge: americas._id }, ['marc']],
    [{ badge: 'gone' }, []],
    [{ role: 'king', state: 'asleep', tfa: 'maybe', badge: '' }, ['dana', 'marc', 'sara', 'toni', 'ivo']],
  ])('%o', (search, ids) => {
    expect(filterPeople(people, readPeopleFilter(search)).map(({ _id }) => _id)).toEqual(ids)
  })

  it('offers each badge once, by name', () => {
    expect(heldBadges(people).map(({ name }) => name)).toEqual(['Americas', 'Catalogue team', 'Dealer team', 'Europe'])
  })
})
