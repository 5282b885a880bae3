import type { LogLevel } from '@millrace/contract'
import { type ChangeEvent, useState } from 'react'
import { saveAs } from '../api/save-as.ts'
import { copyText } from '../ui/copy-text.ts'
import { formatCount } from '../ui/format.ts'
import { LevelGlyph } from '../ui/glyphs.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './live-logs.module.css'
import type { LogFeed } from './log-feed.ts'
import { type LogView, levels } from './log-store.ts'
import { textOfLines } from './log-text.ts'
import type { Follow } from './use-follow.ts'

type Props = { feed: LogFeed; view: LogView; follow: Follow; name: string }

/** Text filter, level chips with their counts, Follow, copy and download. */
export function LogBar({ feed, view, follow, name }: Props) {
  const { store } = feed
  const [busy, setBusy] = useState(false)

  const flip = (level: LogLevel) => {
    const next = new Set(view.shownLevels)
    if (!next.delete(level)) next.add(level)
    store.showLevels(next)
  }
  const copy = async () => {
    const lines = store.visibleLines()
    if (await copyText(textOfLines(lines))) toast.success(`${formatCount(lines.length)} lines copied to clipboard`)
    else toast.error('The lines could not be copied to the clipboard')
  }
  /** A file holds the whole log, so lines nobody scrolled up to are fetched first. */
  const save = async () => {
    setBusy(true)
    try {
      while (feed.hasOlder()) if (!(await feed.loadOlder())) break
      saveAs(new Blob([textOfLines(store.visibleLines())], { type: 'text/plain' }), `${name}.log`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.bar}>
      <input
        type="search"
        className={styles.search}
        placeholder="Filter"
        aria-label="Filter the lines"
        value={view.text}
        onChange={(event: ChangeEvent<HTMLInputElement>) => store.search(event.target.value)}
      />
      <fieldset className={styles.chips} aria-label="Levels">
        {levels.map((level) => (
          <button
            key={level}
            type="button"
            className={`${styles.chip} ${styles[level]}`}
            title={level}
            aria-pressed={view.shownLevels.has(level)}
            onClick={() => flip(level)}
          >
            <LevelGlyph level={level} width={13} height={13} />
            <span className={styles.word}>{level}</span>{' '}
            <span className={styles.count}>{formatCount(view.counts[level])}</span>
          </button>
        ))}
      </fieldset>
      <span className={styles.total}>
        {view.visible === view.held ? '' : `${formatCount(view.visible)} of `}
        {formatCount(view.held)} lines
      </span>
      <span className={styles.tools}>
        <button type="button" className={styles.text} disabled={view.visible === 0} onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className={styles.text} disabled={view.visible === 0 || busy} onClick={() => void save()}>
          Download
        </button>
        <button
          type="button"
          className={styles.follow}
          aria-pressed={follow.on}
          onClick={follow.on ? follow.stop : follow.start}
        >
          Follow
        </button>
      </span>
    </div>
  )
}
