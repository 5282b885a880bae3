import { type ComponentProps, lazy, Suspense } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Stack } from '../../ui/Layout.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { DocumentPanel } from './DocumentPanel.tsx'
import styles from './manage.module.css'

// Only who opens a schema needs its editor.
const SchemaEditor = lazy(() =>
  import('../schemas/SchemaEditor.tsx').then((module) => ({ default: module.SchemaEditor })),
)

const views = [
  ['editor', 'Editor'],
  ['details', 'Details and access'],
] as const

/** The chosen document: its editor where its kind has one, and what is known of it without opening it. */
export function DocumentView(props: ComponentProps<typeof DocumentPanel>) {
  const { search, setSearch } = useAddress()
  if (props.kind !== 'schema') return <DocumentPanel {...props} />
  const view = search.view === 'details' ? 'details' : 'editor'
  return (
    <Stack fill>
      <div className={styles.views} role="tablist" aria-label="View">
        {views.map(([name, label]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={view === name}
            onClick={() => setSearch({ view: name === 'editor' ? null : name })}
          >
            {label}
          </button>
        ))}
      </div>
      {view === 'details' ? (
        <DocumentPanel {...props} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <SchemaEditor id={props.version} onOpened={props.onOpened} />
        </Suspense>
      )}
    </Stack>
  )
}
