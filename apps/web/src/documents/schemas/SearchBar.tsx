import { Button } from '../../ui/Button.tsx'
import styles from './schema-editor.module.css'
import type { useSchemaSearch } from './use-schema-search.ts'

/** Search in the tree: Enter goes to the next hit, Shift Enter to the one before. */
export function SearchBar({ search }: { search: ReturnType<typeof useSchemaSearch> }) {
  const { words, setWords, step, status, count } = search
  return (
    <div className={styles.searchBar} role="search">
      <input
        type="search"
        className={styles.search}
        aria-label="Search the schema"
        placeholder="Search names, titles, descriptions, types"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          step(event.shiftKey ? -1 : 1)
        }}
      />
      <span className={styles.found} role="status">
        {status}
      </span>
      {status !== null && (
        <>
          <Button square disabled={count === 0} aria-label="Previous hit" title="Shift Enter" onClick={() => step(-1)}>
            ↑
          </Button>
          <Button square disabled={count === 0} aria-label="Next hit" title="Enter" onClick={() => step(1)}>
            ↓
          </Button>
        </>
      )}
    </div>
  )
}
