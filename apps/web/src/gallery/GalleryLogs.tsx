import { Segmented } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { LogPanel } from '../work/logs/LogPanel.tsx'
import { createLogStore } from '../work/logs/log-store.ts'
import type { FeedState, LogFeed } from '../work/logs/log-feed.ts'
import { createStore } from '../state/store.ts'
import { Panel } from '../ui/Page.tsx'
import styles from './gallery.module.css'
import { createExampleLines } from './example-lines.ts'

const looks = ['live', '100,000 lines', 'polling', 'unavailable', 'empty', 'loading'] as const
type Look = (typeof looks)[number]

/** The logs panel in each of its states, fed with made-up lines; 'live' and '100,000 lines' get 1,000 more a second. */
export function GalleryLogs() {
  const [look, setLook] = useState<Look>('live')
  return (
    <Panel
      title="Live logs"
      flush
      actions={<Segmented size="small" options={[...looks]} value={look} onChange={(value) => setLook(value)} />}
    >
      <div className={styles.logs}>
        <OneLook key={look} look={look} />
      </div>
    </Panel>
  )
}

const states: Partial<Record<Look, FeedState>> = { polling: 'polling', unavailable: 'unavailable', loading: 'loading' }

function OneLook({ look }: { look: Look }) {
  const feed = useMemo<LogFeed>(() => {
    const store = createLogStore((line) => line.importId)
    const state = createStore<FeedState>(states[look] ?? 'live')
    return {
      number: 0,
      store,
      state,
      hasOlder: () => false,
      loadOlder: async () => false,
      loadAll: async () => {},
      filter: () => ({ importId: ['made-up'] }),
      extend: () => false,
      stop: store.stop,
    }
  }, [look])

  useEffect(() => {
    if (look === 'empty' || look === 'loading' || look === 'unavailable') return
    let seq = 0
    const add = (count: number) => {
      feed.store.append(createExampleLines(seq, count))
      seq += count
    }
    add(look === '100,000 lines' ? 100_000 : 400)
    if (look === 'polling') return
    const timer = setInterval(() => add(look === 'live' ? 2 : 100), 100)
    return () => clearInterval(timer)
  }, [look, feed])

  return <LogPanel feed={feed} emptyText="There are no logs." name="gallery" height="100%" />
}
