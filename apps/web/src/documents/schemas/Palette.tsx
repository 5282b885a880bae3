import { useMemo } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { Edit } from './model/edits.ts'
import { addFromPalette, paletteFor } from './model/palette.ts'
import type { Path } from './model/paths.ts'
import styles from './schema-editor.module.css'

type Props = { schema: unknown; selected: Path; onAdd: (edit: Edit | null) => void }

/** What can be added to the selection; what does not fit says why (SCH-004, SCH-006). */
export function Palette({ schema, selected, onAdd }: Props) {
  const entries = useMemo(() => paletteFor(schema, selected), [schema, selected])
  return (
    <details className={styles.palette} open>
      <summary>Add to the selection</summary>
      <div className={styles.parts} role="toolbar" aria-label="Add to the selection">
        {entries.map(({ kind, label, reason }) => (
          <Button
            key={kind}
            className={styles.part ?? ''}
            // It stays in reach of the keyboard, and says why.
            aria-disabled={reason !== null}
            title={reason ?? `Add ${kind}`}
            onClick={() => onAdd(addFromPalette(schema, selected, kind))}
          >
            {label}
          </Button>
        ))}
      </div>
    </details>
  )
}
