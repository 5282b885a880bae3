import { type ComponentProps, lazy, Suspense } from 'react'
import type { DocKind } from '@millrace/contract'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { DocumentPanel } from './DocumentPanel.tsx'

// Only who opens a document needs the editor of its kind.
const SchemaEditor = lazy(() =>
  import('../schemas/SchemaEditor.tsx').then((module) => ({ default: module.SchemaEditor })),
)
const ComponentEditor = lazy(() =>
  import('../components/ComponentEditor.tsx').then((module) => ({ default: module.ComponentEditor })),
)

const PipelineEditor = lazy(() =>
  import('../pipeline-editor/PipelineEditor.tsx').then((module) => ({ default: module.PipelineEditor })),
)
const editors = { schema: SchemaEditor, component: ComponentEditor, pipeline: PipelineEditor }
const CountriesView = lazy(() =>
  import('../countries/CountriesView.tsx').then((module) => ({ default: module.CountriesView })),
)
const CasesPanel = lazy(() => import('./CasesPanel.tsx').then((module) => ({ default: module.CasesPanel })))

export type ManageView = 'tree' | 'editor' | 'cases' | 'countries' | 'details'

/** What a page of documents can show of a chosen one; where there is no room beside it, the explorer is a view too. */
export function viewsOf(kind: DocKind, explorer: string | null, isMaster = false): [ManageView, string][] {
  const views: [ManageView, string][] = [['editor', 'Editor']]
  // Those of a component stand in its editor.
  if (kind !== 'component') views.push(['cases', 'Test cases'])
  if (isMaster) views.push(['countries', 'Countries'])
  views.push(['details', 'Details and access'])
  if (explorer !== null) views.unshift(['tree', explorer])
  return views
}

/** The chosen document: its editor, and what is known of it without opening it. */
export function DocumentView({ view, ...props }: ComponentProps<typeof DocumentPanel> & { view: ManageView }) {
  const { kind, leaf, version } = props
  if (view === 'cases' && kind !== 'component')
    return (
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <CasesPanel key={version} kind={kind} leaf={leaf} version={version} />
      </Suspense>
    )
  if (view === 'countries')
    return (
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <CountriesView key={leaf.value} id={leaf.value} name={leaf.label} />
      </Suspense>
    )
  if (view !== 'editor') return <DocumentPanel {...props} />
  const Editor = editors[kind]
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <Editor id={props.version} onOpened={props.onOpened} />
    </Suspense>
  )
}
