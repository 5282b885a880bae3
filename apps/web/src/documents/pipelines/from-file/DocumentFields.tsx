import type { DocKind, TreeNode } from '@millrace/contract'
import { useEffect, useId } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { useFolderTree } from '../../folders/use-folder-tree.ts'
import styles from '../sources/setup.module.css'
import { type FromFileDraft, mistakeIn } from './from-file-draft.ts'

type Props = {
  draft: FromFileDraft
  /** What the server refused, 'Component: …' where it is about one of them. */
  failure: string | null
  onChange: (change: (draft: FromFileDraft) => FromFileDraft) => void
}

/** As the server says whose name it refuses. */
const called: Record<DocKind, string> = { schema: 'Schema', component: 'Component', pipeline: 'Master pipeline' }

/** Name and folder of a document that will be made; the first folder that takes it until another one is chosen. */
export function DocumentFields({ kind, draft, failure, onChange }: Props & { kind: DocKind }) {
  const id = useId()
  const { nodes } = useFolderTree(kind)
  const folders = foldersOf(nodes ?? [])
  const { name, folder } = draft[kind]
  const first = folders[0]?.id
  useEffect(() => {
    if (folder !== '' || first === undefined) return
    onChange((now) => ({ ...now, [kind]: { ...now[kind], folder: first } }))
  }, [first, folder, kind, onChange])
  const set = (part: Partial<FromFileDraft[DocKind]>) =>
    onChange((now) => ({ ...now, [kind]: { ...now[kind], ...part } }))
  const mistake = mistakeIn(failure, called[kind])
  const words = called[kind].toLowerCase()
  return (
    <div className={styles.fields}>
      <Field id={`${id}-name`} label={`Name of the ${words}`} required mistake={mistake}>
        <input
          id={`${id}-name`}
          className={styles.input}
          aria-invalid={mistake !== undefined}
          value={name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field id={`${id}-folder`} label={`Folder of the ${words}`}>
        <select
          id={`${id}-folder`}
          className={styles.input}
          value={folder}
          onChange={({ target }) => set({ folder: target.value })}
        >
          {folders.map(({ id: value, path }) => (
            <option key={value} value={value}>
              {path}
            </option>
          ))}
        </select>
      </Field>
    </div>
  )
}

/** The country pipeline lies beside its master. */
export function CountryField({ draft, failure, onChange }: Props) {
  const id = useId()
  const mistake = mistakeIn(failure, 'Country pipeline')
  return (
    <div className={styles.fields}>
      <Field id={id} label="Name of the country pipeline" required mistake={mistake} hint="This one is run">
        <input
          id={id}
          className={styles.input}
          aria-invalid={mistake !== undefined}
          value={draft.country}
          onChange={({ target }) => onChange((now) => ({ ...now, country: target.value }))}
        />
      </Field>
    </div>
  )
}

/** Folders that take new documents, with their paths. */
function foldersOf(nodes: readonly TreeNode[], above = ''): { id: string; path: string }[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'folder') return []
    const path = above === '' ? node.label : `${above} / ${node.label}`
    return [...(node.droppable ? [{ id: node.value, path }] : []), ...foldersOf(node.children ?? [], path)]
  })
}
