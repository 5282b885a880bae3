import type { DataSource } from '@millrace/contract'
import { fetchIt } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import styles from './uploads.module.css'

type Props = {
  file: SourceFile
  chosen: boolean
  disabled: boolean
  /** The button that fetches, e.g. 'Next step'. */
  sendWith: string
  onChoose: (choice: typeof fetchIt | undefined) => void
}

/** A source whose data the server fetches: a choice to do so with the next sending (UPL-017). */
export function FetchRow({ file: { source, upload }, chosen, disabled, sendWith, onChoose }: Props) {
  const kept = upload === null ? 'Nothing was fetched yet' : 'Otherwise the last fetched data is used'
  return (
    <label className={`${styles.fetch} ${chosen ? styles.fetched : ''}`}>
      <input
        type="checkbox"
        aria-label={`Fetch ${source.dataSubKind}`}
        checked={chosen}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.checked ? fetchIt : undefined)}
      />
      <span className={styles.fileName}>Fetch</span>
      <span className="note">{chosen ? `Fetched with ${sendWith}` : kept}</span>
    </label>
  )
}

/** Where the data of a real-time source comes from, e.g. 'real-time, from feed.example.test'. */
export function fetchHint({ config }: Pick<DataSource, 'config'>): string {
  if (config === undefined) return 'real-time'
  if ('query' in config) return 'real-time, from a database'
  if (!('url' in config)) return 'real-time'
  const host = URL.parse(config.url)?.host
  return host ? `real-time, from ${host}` : 'real-time'
}
