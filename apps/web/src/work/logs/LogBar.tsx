import type { LogLevel } from '@millrace/contract'
import { type ChangeEvent, useState } from 'react'
import { saveAs } from '../../api/save-as.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatCount } from '../../ui/format.ts'
import { LevelGlyph, toneOf } from '../../ui/glyphs.tsx'
import { toast } from '../../state/toasts.ts'
import styles from './live-logs.module.css'
import type { LogFeed } from './log-feed.ts'
import { type LogView, levels } from './log-store.ts'
import { textOfLines } from './log-text.ts'
import { wholeLog } from './whole-log.ts'
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
  /** A file holds the whole log, whatever is filtered or scrolled to. */
  const save = async () => {
    setBusy(true)
    try {
      saveAs(await wholeLog(feed.filter()), `${name}.log`)
    } catch (error) {
      console.error(error)
      toast.error('The log could not be downloaded')
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
            className={styles.chip}
            data-tone={toneOf[level]}
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
      <span className={styles.total}>{totalText(view)}</span>
      <span className={styles.tools}>
        <button type="button" className={styles.text} disabled={view.visible === 0} onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className={styles.text} disabled={view.held === 0 || busy} onClick={() => void save()}>
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

/** '16 lines', '3 of 16 lines', and while older lines are only on the server '1,000 of 100,000 lines'. */
function totalText({ visible, held, missing }: LogView): string {
  const whole = held + missing
  return `${visible === whole ? '' : `${formatCount(visible)} of `}${formatCount(whole)} ${whole === 1 ? 'line' : 'lines'}`
}
