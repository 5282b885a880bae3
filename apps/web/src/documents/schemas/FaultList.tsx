import { Button } from '../../ui/Button.tsx'
import { CrossCircleIcon, WarnIcon } from '../../ui/glyphs.tsx'
import type { SchemaFault } from './check-schema.ts'
import { rowOfFault } from './fault-places.ts'
import type { Path } from './model/paths.ts'
import styles from './schema-editor.module.css'

type Props = { faults: readonly SchemaFault[]; onShow: (row: Path) => void }

/** All that is wrong with the schema, each with the way to its row. */
export function FaultList({ faults, onShow }: Props) {
  if (faults.length === 0) return null
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  return (
    // Many faults scroll: the tree keeps its place.
    <section className={styles.faults} aria-label={count} tabIndex={0}>
      <p className="quiet" role="status">
        {count}
      </p>
      <ul>
        {faults.map((fault) => {
          const row = rowOfFault(fault)
          return (
            <li key={`${fault.pointer} ${fault.message}`} data-tone={fault.tone}>
              {fault.tone === 'error' ? <CrossCircleIcon /> : <WarnIcon />}
              <span>{fault.message}</span>
              <Button tone="link" title={row.join(' / ')} onClick={() => onShow(row)}>
                Show it
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
