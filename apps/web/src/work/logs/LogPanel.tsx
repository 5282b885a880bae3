import { texts } from '@millrace/contract/errors'
import { useEffect, useSyncExternalStore } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './live-logs.module.css'
import { LogBar } from './LogBar.tsx'
import { LogList } from './LogList.tsx'
import type { LogFeed } from './log-feed.ts'
import type { NameRun } from './RunHeading.tsx'
import { levels } from './log-store.ts'
import { useFollow } from './use-follow.ts'

type Props = { feed: LogFeed; emptyText: string; name: string; height: number | string; nameRun?: NameRun }

/** Bar, notice and lines of one feed. */
export function LogPanel({ feed, emptyText, name, height, nameRun }: Props) {
  const view = useSyncExternalStore(feed.store.subscribe, feed.store.view)
  const state = feed.state.use()
  const follow = useFollow(view.arrived)
  const searching = view.text.trim() !== '' || view.shownLevels.size < levels.length
  useEffect(() => {
    // What is searched for may stand in lines nobody has scrolled up to.
    if (searching) void feed.loadAll()
  }, [feed, searching])
  return (
    <section className={styles.logs} style={{ height }} aria-label="Logs">
      <LogBar feed={feed} view={view} follow={follow} name={name} />
      {state === 'polling' && (
        <Notice className={styles.notice} role="status">
          Connection lost. Checking for new lines every second.
        </Notice>
      )}
      {state === 'unavailable' && (
        <Notice className={styles.notice} role="status">
          {texts.logsNotAvailable}
        </Notice>
      )}
      {view.visible > 0 ? (
        <LogList feed={feed} view={view} follow={follow} nameRun={nameRun} />
      ) : (
        <div className={styles.blank}>
          <Blank state={state} held={view.held} emptyText={emptyText} onClear={() => clearFilters(feed)} />
        </div>
      )}
    </section>
  )
}

function clearFilters({ store }: LogFeed) {
  store.search('')
  store.showLevels(new Set(levels))
}

type BlankProps = { state: string; held: number; emptyText: string; onClear: () => void }

function Blank({ state, held, emptyText, onClear }: BlankProps) {
  if (held > 0) {
    const action = (
      <button type="button" className={styles.text} onClick={onClear}>
        Clear filters
      </button>
    )
    return <EmptyState text="Nothing matches these filters" action={action} />
  }
  if (state === 'loading') return <SkeletonRows rows={6} height={22} label="Loading the logs" />
  return state === 'unavailable' ? null : <EmptyState text={emptyText} />
}
