import { Button } from '../../ui/Button.tsx'
import type { Edit } from './model/edits.ts'
import type { Path } from './model/paths.ts'
import { rowActionsOf, runAction } from './row-actions.ts'
import styles from './schema-editor.module.css'

type Props = { schema: unknown; path: Path; onEdit: (edit: Edit) => void }

/** What can be done with the selected part as a whole; what cannot be done now says why. */
export function RowActions({ schema, path, onEdit }: Props) {
  const actions = rowActionsOf(schema, path)
  if (actions.length === 0) return null
  return (
    <div className={styles.parts} role="toolbar" aria-label={`Actions for ${path.at(-1) ?? 'the whole schema'}`}>
      {actions.map((action) => (
        <Button
          key={action.label}
          className={styles.part}
          {...(action.danger ? { tone: 'danger' } : {})}
          aria-disabled={action.refused !== null}
          title={action.refused ?? action.keys}
          onClick={() => runAction(action, onEdit)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  )
}
