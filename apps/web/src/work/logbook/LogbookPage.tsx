import { Pagination } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Bar, Spacer, Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { texts } from '@millrace/contract/errors'
import { leadingImport } from '@millrace/contract/imports/chains.rule'
import { logbookPageSize } from '@millrace/contract/imports/logbook.rule'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { LogbookDetails } from './LogbookDetails.tsx'
import { LogbookFilters } from './LogbookFilters.tsx'
import { LogbookTable } from './LogbookTable.tsx'
import {
  clearLogbookFilters,
  isLogbookFiltered,
  type LogbookPlace,
  readLogbookPlace,
  writeLogbookPlace,
} from './logbook-place.ts'
import { useLinkedImport } from './use-linked-import.ts'
import { useLogbook } from './use-logbook.ts'
import { useUnfolded } from './use-unfolded.ts'
import styles from './logbook.module.css'

/** Height of the table's pane at first, in px (LOG-009, LIM-002). */
const firstSize = 400

/** All imports above the details of one (LOG-002, LOG-003). */
export function LogbookPage() {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const place = readLogbookPlace(search)
  const logbook = useLogbook(place)
  const go = (next: LogbookPlace, push = true) => setSearch(writeLogbookPlace(next), { push })
  const rows = logbook.page?.rows ?? []
  const unfolded = useUnfolded(rows, place.selected)
  const listed = logbook.page?.imports.find(({ _id }) => _id === place.selected)
  const absent = listed === undefined && logbook.page !== undefined ? (place.selected ?? null) : null
  const { linked, state } = useLinkedImport(absent)
  // Without a selection the first row is shown, of a chain the import that speaks for it; one that a link names is shown
  // wherever it is.
  const first = rows[0] && leadingImport(rows[0].imports)
  const shown = place.selected === undefined ? first : (listed ?? linked)
  const showNew = () => {
    // New imports come on the first page; what is read stays selected.
    unfolded.keep()
    if (place.page > 1) go({ ...place, page: 1, selected: shown?._id })
    logbook.showNew()
  }
  const table = useRef<HTMLDivElement>(null)
  const lower = useRef<HTMLDivElement>(null)
  const select = (id: string, byMoving = false) => {
    unfolded.keep()
    go({ ...place, selected: id }, false)
    // On a phone the details stand below the table, out of sight.
    if (mobile && !byMoving) lower.current?.scrollIntoView({ block: 'start' })
  }
  const showWithoutMoving = useEffectEvent(() => {
    if (place.page > 1 || isScrolled(table.current)) return
    // The details stay with the import that is read, wherever its row goes.
    unfolded.keep()
    if (shown !== undefined) go({ ...place, selected: shown._id }, false)
    logbook.showNew()
  })
  useEffect(() => {
    if (logbook.newCount > 0) showWithoutMoving()
  }, [logbook.newCount])
  const showStarted = (importId: string) => {
    go({ ...place, page: 1, selected: importId })
    table.current?.scrollTo?.({ top: 0 })
    logbook.showNew()
  }
  const details = (
    <LogbookDetails
      imp={shown}
      note={shown !== undefined && shown === linked ? 'not on this page of the table' : null}
      emptyText={emptyText(state === 'refused', absent !== null && state !== 'lost')}
      onChanged={logbook.refetch}
      onStarted={showStarted}
    />
  )

  const upper = (
    <div className={styles.upper}>
      <div className={styles.scroll} ref={table}>
        <Rows place={place} logbook={logbook} unfolded={unfolded} selected={shown?._id} go={go} onSelect={select} />
      </div>
      <Bar className={styles.foot}>
        <span className="quiet">{totalText(logbook.page?.totalCount)}</span>
        {logbook.newCount > 0 && (
          <Button tone="link" onClick={showNew}>
            {logbook.newCount === 1 ? 'Show 1 new run' : `Show ${logbook.newCount} new runs`}
          </Button>
        )}
        {logbook.isLost && (
          <Notice look="line" role="status">
            Connection lost. Checking for changes every three seconds.
          </Notice>
        )}
        <Spacer />
        <Pagination
          size="small"
          current={place.page}
          pageSize={logbookPageSize}
          total={logbook.page?.totalCount ?? 0}
          showSizeChanger={false}
          hideOnSinglePage
          onChange={(page) => go({ ...place, page, selected: undefined })}
        />
      </Bar>
    </div>
  )
  return (
    <Page title="Consult imports" fill={!mobile}>
      <LogbookFilters place={place} onChange={go} />
      {mobile ? (
        <Stack className={styles.stack}>
          {upper}
          <div className={styles.below} ref={lower}>
            {details}
          </div>
        </Stack>
      ) : (
        <SplitPane
          direction="rows"
          size={firstSize}
          label="Resize the table"
          remember="logbook"
          first={upper}
          second={details}
        />
      )}
    </Page>
  )
}

/** Whether somebody has scrolled the element or anything around it. */
function isScrolled(element: Element | null): boolean {
  for (let each = element; each !== null; each = each.parentElement) if (each.scrollTop > 0) return true
  return false
}

type RowsProps = {
  place: LogbookPlace
  logbook: ReturnType<typeof useLogbook>
  unfolded: ReturnType<typeof useUnfolded>
  selected: string | undefined
  go: (place: LogbookPlace, push?: boolean) => void
  onSelect: (id: string, byMoving?: boolean) => void
}

/** The table in all its states. */
function Rows({ place, logbook, unfolded, selected, go, onSelect }: RowsProps) {
  const { page, error, isOld, refetch } = logbook
  if (page === undefined) {
    return error === null ? <SkeletonRows rows={logbookPageSize} /> : <ErrorPanel error={error} onRetry={refetch} />
  }
  if (error !== null && isOld) return <ErrorPanel error={error} onRetry={refetch} />
  if (page.imports.length === 0) {
    if (!isLogbookFiltered(place) && place.page === 1) {
      return <EmptyState text={place.time === 'future' ? 'No imports are planned.' : 'No imports have run yet.'} />
    }
    const clear = <Button onClick={() => go(clearLogbookFilters(place))}>Clear filters</Button>
    return <EmptyState text="Nothing matches these filters" action={clear} />
  }
  return (
    <LogbookTable
      rows={page.rows}
      selected={selected}
      onSelect={onSelect}
      isOpen={unfolded.isOpen}
      onTurn={unfolded.turn}
      isUnmatched={logbook.isUnmatched}
      sort={place.sort}
      onSort={(sort) => go({ ...place, sort, page: 1, selected: undefined })}
      old={isOld}
    />
  )
}

/** What stands in place of details; nothing while an import that a link names is on its way. */
const emptyText = (refused: boolean, linked: boolean): string | null =>
  refused ? texts.documentNotFound : linked ? null : 'Select an import to see its details and logs.'

/** A chain is one run, of a master. */
const totalText = (count: number | undefined): string =>
  count === undefined ? '' : count === 1 ? '1 run' : `${formatCount(count)} runs`
