import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Bar, Spacer, Stack } from '../../ui/Layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { type Deployed, pipelineOf } from './deployed.ts'
import {
  type DeploymentsPlace,
  pickRows,
  readDeploymentsPlace,
  searchRows,
  writeDeploymentsPlace,
} from './deployments-place.ts'
import styles from './deployments.module.css'
import { type DeploymentKind, type UnPublishFailure, unPublish } from './un-publish.ts'

export type RowsProps<T> = {
  rows: readonly T[]
  picked: ReadonlySet<string>
  /** Absent where the person may not un-publish. */
  onPick: ((ids: readonly string[], on: boolean) => void) | undefined
  opened: string | null
  onOpen: (id: string) => void
}
export type OpenedProps<T> = { row: T; tab: string | null; onTab: (tab: string) => void; onClose: () => void }

type Props<T extends Deployed> = {
  title: string
  kind: DeploymentKind
  list: Pick<UseQueryResult<T[]>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** What the search reads of a row. */
  wordsOf: (row: T) => string
  placeholder: string
  emptyText: string
  mayUnPublish: boolean
  /** The table. */
  children: (props: RowsProps<T>) => ReactNode
  /** The dialog of a row. */
  dialog: (props: OpenedProps<T>) => ReactNode
}

/** What is published, to look through, to open and to un-publish (DEP-002, DEP-008). */
export function DeploymentsPage<T extends Deployed>({ kind, list, children, dialog, ...rest }: Props<T>) {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const place = readDeploymentsPlace(search)
  const go = (next: Partial<DeploymentsPlace>, push = false) =>
    setSearch(writeDeploymentsPlace({ ...place, ...next }), { push })
  const { data, error } = list
  const refetch = () => void list.refetch()
  const listed = searchRows(data ?? [], place.text, rest.wordsOf)
  // Only what is seen is un-published: a row that the search hides, or that has gone, is no part of it.
  const chosen = listed.filter(({ _id }) => place.picked.has(_id))
  const opened = data?.find(({ _id }) => _id === place.open)
  const { busy, failed, remove } = useUnPublish(kind, chosen, (picked) => go({ picked }))

  return (
    <Page title={rest.title} fill={!mobile}>
      <Bar>
        <input
          type="search"
          className={styles.search}
          aria-label={`Search ${kind}s`}
          placeholder={rest.placeholder}
          value={place.text}
          onChange={(event) => go({ text: event.target.value })}
        />
        <span className="quiet" role="status">
          {countText(kind, data?.length, listed.length)}
        </span>
        <Spacer />
        <Button onClick={refetch} disabled={list.isFetching && data === undefined}>
          Refresh
        </Button>
        {rest.mayUnPublish && (
          <Button
            tone="danger"
            disabled={chosen.length === 0 || busy}
            title={chosen.length === 0 ? 'Tick the rows first' : undefined}
            onClick={() => void remove()}
          >
            Un publish
          </Button>
        )}
      </Bar>
      <Refused failed={failed} />
      <Panel grow flush>
        {data === undefined && error === null && <SkeletonRows rows={8} />}
        {data === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
        {data?.length === 0 && <EmptyState text={rest.emptyText} />}
        {data !== undefined && data.length > 0 && listed.length === 0 && (
          <EmptyState
            text="Nothing matches these filters"
            action={<Button onClick={() => go({ text: '' })}>Clear filters</Button>}
          />
        )}
        {listed.length > 0 &&
          children({
            rows: listed,
            picked: place.picked,
            onPick: rest.mayUnPublish ? (ids, on) => go({ picked: pickRows(place.picked, ids, on) }) : undefined,
            opened: place.open,
            onOpen: (open) => go({ open }, true),
          })}
      </Panel>
      {opened !== undefined &&
        dialog({
          row: opened,
          tab: place.tab,
          onTab: (tab) => go({ tab }),
          onClose: () => go({ open: null }),
        })}
    </Page>
  )
}

function useUnPublish(kind: DeploymentKind, chosen: readonly Deployed[], onPicked: (ids: ReadonlySet<string>) => void) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly UnPublishFailure[]>([])
  const remove = async () => {
    setBusy(true)
    const left = await unPublish(kind, chosen)
    setBusy(false)
    if (left === null) return
    setFailed(left)
    onPicked(new Set(left.map(({ row }) => row._id)))
  }
  return { busy, failed, remove }
}

/** What stays published, with the reason, until the next try: a toast is gone too soon for a list. */
const Refused = ({ failed }: { failed: readonly UnPublishFailure[] }) => (
  <Stack role="alert">
    {failed.map(({ row, reason }) => (
      <Notice key={row._id} tone="error">
        {pipelineOf(row)} is still published: {reason}
      </Notice>
    ))}
  </Stack>
)

function countText(kind: DeploymentKind, all: number | undefined, listed: number): string {
  if (all === undefined) return ''
  const rows = all === 1 ? `1 ${kind}` : `${all} ${kind}s`
  return listed === all ? rows : `${listed} of ${rows}`
}
