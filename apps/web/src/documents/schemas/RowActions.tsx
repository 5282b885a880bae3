import { Button } from '../../ui/Button.tsx'
import {
  duplicateAt,
  type Edit,
  extractDefinition,
  inlineReference,
  moveBy,
  removeAt,
  wrapInArray,
} from './model/edits.ts'
import { isPlain, type Path, valueAt } from './model/paths.ts'
import { hasOwnName, roleOf } from './model/roles.ts'
import styles from './schema-editor.module.css'

type Props = { schema: unknown; path: Path; onEdit: (edit: Edit | null) => void }

/** What can be done with the selected part as a whole; what cannot be done with it is left out. */
export function RowActions({ schema, path, onEdit }: Props) {
  if (path.length === 0) return null
  const value = valueAt(schema, path)
  const isSchema = roleOf(path).is === 'schema'
  const isEntry = isSchema && (hasOwnName(path) || /^\d+$/.test(path.at(-1) ?? ''))
  const name = path.at(-1) ?? ''
  const actions: [label: string, edit: () => Edit | null][] = [
    ['Move up', () => moveBy(schema, path, -1)],
    ['Move down', () => moveBy(schema, path, 1)],
  ]
  if (isEntry) actions.push(['Duplicate', () => duplicateAt(schema, path)])
  if (isSchema && isPlain(value)) {
    actions.push(['Make it a list', () => wrapInArray(schema, path)])
    if (typeof value.$ref !== 'string' && path[0] !== 'definitions')
      actions.push(['Make a definition of it', () => extractDefinition(schema, path, name)])
    if (typeof value.$ref === 'string' && inlineReference(schema, path) !== null)
      actions.push(['Put the definition here', () => inlineReference(schema, path)])
  }
  return (
    <div className={styles.parts} role="toolbar" aria-label={`Actions for ${name}`}>
      {actions.map(([label, edit]) => (
        <Button key={label} className={styles.part} onClick={() => onEdit(edit())}>
          {label}
        </Button>
      ))}
      <Button className={styles.part} tone="danger" title="Delete" onClick={() => onEdit(removeAt(schema, path))}>
        Remove
      </Button>
    </div>
  )
}
