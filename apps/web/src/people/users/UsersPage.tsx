import { Suspense, lazy, useDeferredValue, useMemo, useState } from 'react'
import { managesEverybody } from '@millrace/contract/roles'
import type { ActingPerson } from '@millrace/contract/users/scope.rule'
import { useAddress } from '../../routing/address.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Bar } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { BulkBar } from './BulkBar.tsx'
import { many, newPerson, readPeoplePlace, sortable, searchPeople, sortPeople, writePicked } from './people-place.ts'
import { readSort, writeSort } from '../../ui/sorting.ts'
import { filterPeople, isFiltered, readPeopleFilter } from './people-filter.ts'
import { ExportPeople } from './ExportPeople.tsx'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PeopleTable, tableHeight } from './PeopleTable.tsx'
import styles from './people.module.css'
import { useManager, usePeople } from './use-people.ts'

const UserDialog = lazy(async () => ({ default: (await import('./UserDialog.tsx')).UserDialog }))
const BadgesDialog = lazy(async () => ({
  default: (await import('../../access/badges/GlobalBadgesDialog.tsx')).GlobalBadgesDialog,
}))

/** Users: who there is, to search, switch, open and change (USR group). */
export function UsersPage() {
  const { search, setSearch } = useAddress()
  const place = readPeoplePlace(search)
  const { data: people, error, refetch } = usePeople()
  const manager = useManager()
  const { userId } = manager
  const mayBadges = useMay('POST /tags')
  const [badges, setBadges] = useState(false)
  // A long selection is more than an address holds.
  const [longPick, setLongPick] = useState(place.picked)
  const pickedText = search.people ?? ''
  const picked = useMemo(
    () => (pickedText === many ? longPick : readPeoplePlace({ people: pickedText }).picked),
    [pickedText, longPick],
  )

  const text = useDeferredValue(place.text)
  const order = search.sort ?? ''
  const { role = '', state = '', tfa = '', badge = '' } = search
  const filter = useMemo(() => readPeopleFilter({ role, state, tfa, badge }), [role, state, tfa, badge])
  const isNarrowed = text !== '' || isFiltered(filter)
  const listed = useMemo(
    () => sortPeople(filterPeople(searchPeople(people ?? [], text), filter), readSort(order, sortable)),
    [people, text, filter, order],
  )
  const chosen = useMemo(
    () => (people ?? []).filter(({ _id }) => _id !== userId && picked.has(_id)),
    [people, picked, userId],
  )
  const pick = (ids: ReadonlySet<string>) => {
    setLongPick(ids)
    setSearch({ people: writePicked(ids) })
  }
  const open = (id: string) => setSearch({ user: id }, { push: true })
  const opened =
    place.open !== null && ((place.open === newPerson && place.like === null) || people !== undefined)
      ? place.open
      : null

  return (
    <Page
      title="Users"
      actions={
        <>
          <ExportPeople />
          {mayBadges && <Button onClick={() => setBadges(true)}>Manage global badge list</Button>}
          <Button tone="primary" onClick={() => open(newPerson)}>
            Create User
          </Button>
        </>
      }
    >
      <Bar className={styles.bar}>
        {chosen.length > 1 ? (
          <BulkBar people={chosen} onDone={() => pick(new Set())} />
        ) : (
          <>
            <input
              type="search"
              className={styles.search}
              aria-label="Search users"
              placeholder="Name, email or role"
              value={place.text}
              onChange={(event) => setSearch({ q: event.target.value || null })}
            />
            <span className="quiet unbroken" role="status">
              {countText(people?.length, listed.length)}
            </span>
          </>
        )}
      </Bar>
      {/* Also before anybody is there: what comes must not move the table. */}
      {(people === undefined || people.length > 1) && (
        <PeopleFilters people={people ?? []} filter={filter} onFilter={(changed) => setSearch(changed)} />
      )}
      <Panel flush>
        <div style={{ height: tableHeight }} className={styles.frame}>
          {people === undefined && error === null && <SkeletonRows rows={17} />}
          {people === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {people !== undefined && listed.length === 0 && !isNarrowed && (
            <EmptyState
              text="There is nobody here yet."
              action={<Button onClick={() => open(newPerson)}>Create User</Button>}
            />
          )}
          {people !== undefined && listed.length === 0 && isNarrowed && (
            <EmptyState
              text="Nothing matches these filters"
              action={
                <Button onClick={() => setSearch({ q: null, role: null, state: null, tfa: null, badge: null })}>
                  Clear filters
                </Button>
              }
            />
          )}
          {listed.length > 0 && (
            <PeopleTable
              people={listed}
              self={userId}
              picked={picked}
              onPick={pick}
              sort={place.sort}
              onSort={(sort) => setSearch({ sort: writeSort(sort) })}
              onOpen={open}
              opened={opened}
            />
          )}
        </div>
      </Panel>
      {people?.length === 1 && people[0]?._id === userId && (
        <p className={styles.consequences}>{aloneWords(manager)}</p>
      )}
      <Suspense fallback={null}>
        {opened !== null && (
          <UserDialog
            key={`${opened} ${place.like ?? ''}`}
            id={opened}
            person={people?.find(({ _id }) => _id === opened)}
            like={people?.find(({ _id }) => _id === place.like)}
            onLike={(like) => setSearch({ user: newPerson, like }, { push: true })}
            onClose={() => setSearch({ user: null, like: null })}
          />
        )}
        {badges && <BadgesDialog open onClose={() => setBadges(false)} />}
      </Suspense>
    </Page>
  )
}

/** What to do where nobody but oneself is listed. */
function aloneWords({ role, adminBadges }: ActingPerson): string {
  if (managesEverybody(role)) return 'Nobody but you has an account yet: Create User brings the next one in.'
  return adminBadges.size === 0
    ? 'You hold no group badge, so nobody is listed whom you could manage: ask a super-admin for one.'
    : 'Nobody shares a group badge with you yet: Create User brings somebody in.'
}

function countText(all: number | undefined, listed: number): string {
  if (all === undefined) return ''
  const users = all === 1 ? '1 user' : `${all.toLocaleString('en')} users`
  return listed === all ? users : `${listed.toLocaleString('en')} of ${users}`
}
