import type { Module } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { useTagNames, useTags } from '../../access/badges/use-tags.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ModulesTable } from './ModulesTable.tsx'

const ModuleDialog = lazy(async () => ({ default: (await import('./ModuleDialog.tsx')).ModuleDialog }))

/** How often the list is asked while something is being installed, ms. */
const installingMs = 1000

/** Allowed modules: what component code may require (MOD group). */
export function ModulesPage() {
  const { data, error, refetch } = useCall(
    'GET /allowed-modules',
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isInstalling) ? installingMs : false) },
  )
  const { tags } = useTags()
  const { byId } = useTagNames(tags)
  const [edited, setEdited] = useState<Module | 'new' | null>(null)
  const add = () => setEdited('new')
  return (
    <Page
      title="Allowed modules"
      actions={
        <Button tone="primary" onClick={add}>
          Add module
        </Button>
      }
    >
      <Panel flush>
        {data === undefined && error === null && <SkeletonRows rows={8} />}
        {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState
            text="No module is allowed yet: code can use none."
            action={<Button onClick={add}>Add module</Button>}
          />
        )}
        {data !== undefined && data.length > 0 && <ModulesTable modules={data} badges={byId} onEdit={setEdited} />}
      </Panel>
      <Suspense fallback={null}>
        {edited !== null && (
          <ModuleDialog
            module={edited === 'new' ? null : edited}
            badges={tags?.project ?? []}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const isInstalling = ({ state }: Module): boolean => state === 'installing'
