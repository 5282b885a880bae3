import type { DatabaseConnection } from '@millrace/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTagNames, useTags } from '../../access/badges/use-tags.ts'
import { CallError, isAbort } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { testConnection } from './connection-actions.ts'
import { ConnectionsTable, type RowTest } from './ConnectionsTable.tsx'

const TablesDialog = lazy(async () => ({ default: (await import('./TablesDialog.tsx')).TablesDialog }))
const ConnectionDialog = lazy(async () => ({ default: (await import('./ConnectionDialog.tsx')).ConnectionDialog }))

/** Database connections: where sinks write and component code reads (DBC group). */
export function ConnectionsPage() {
  const { data, error, refetch } = useCall('GET /database-connections')
  const { tags } = useTags()
  const { byId } = useTagNames(tags)
  const [edited, setEdited] = useState<DatabaseConnection | 'new' | null>(null)
  const [browsed, setBrowsed] = useState<DatabaseConnection | null>(null)
  const { tests, test, forget } = useRowTests()
  const add = () => setEdited('new')
  return (
    <Page
      title="Databases connections"
      actions={
        <Button tone="primary" onClick={add}>
          Add connection
        </Button>
      }
    >
      <Panel flush>
        {data === undefined && error === null && <SkeletonRows rows={6} />}
        {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState
            text="There is no connection yet: sinks write to files and addresses only, and code reads no database."
            action={<Button onClick={add}>Add connection</Button>}
          />
        )}
        {data !== undefined && data.length > 0 && (
          <ConnectionsTable
            connections={data}
            badges={byId}
            tests={tests}
            onTest={(connection) => void test(connection)}
            onEdit={setEdited}
            onBrowse={setBrowsed}
          />
        )}
      </Panel>
      <Suspense fallback={null}>
        {browsed !== null && <TablesDialog connection={browsed} onClose={() => setBrowsed(null)} />}
        {edited !== null && (
          <ConnectionDialog
            connection={edited === 'new' ? null : edited}
            badges={tags?.project ?? []}
            onClose={() => {
              if (edited !== 'new') forget(edited._id)
              setEdited(null)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Tests of stored connections; what is under way is given up when the page is left. */
function useRowTests() {
  const [tests, setTests] = useState<Readonly<Record<string, RowTest>>>({})
  const running = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    running.current = controller
    return () => controller.abort()
  }, [])
  const set = (id: string, test: RowTest) => setTests((before) => ({ ...before, [id]: test }))
  const test = async (connection: DatabaseConnection) => {
    set(connection._id, 'testing')
    try {
      set(connection._id, await testConnection(null, connection, running.current.signal))
    } catch (error) {
      if (error instanceof CallError) set(connection._id, { ok: false, message: error.message, ms: 0, field: null })
      else if (!isAbort(error)) throw error
    }
  }
  /** What was tested may be another connection by now. */
  const forget = (id: string) => setTests(({ [id]: _, ...others }) => others)
  return { tests, test, forget }
}
