import type { DeployedListener } from '@millrace/contract'
import { lazy, Suspense } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { useCall } from '../../../api/use-call.ts'
import { pipelineOf } from '../deployed.ts'
import { DeploymentsPage } from '../DeploymentsPage.tsx'
import { stateWords } from './listener-state.ts'
import { ListenersTable } from './ListenersTable.tsx'

const ListenerDialog = lazy(async () => ({ default: (await import('./ListenerDialog.tsx')).ListenerDialog }))

/** How often states are asked, ms: one that has ended shows within seconds. */
const everyMs = 5000

/** Published listeners (DEP-008): whether they hear, what they took, what they set aside. */
export function ListenersPage() {
  const list = useCall('GET /pipelines/deployed-listener', {}, { refetchInterval: everyMs })
  return (
    <DeploymentsPage
      title="Manage listeners"
      kind="listener"
      list={list}
      wordsOf={wordsOf}
      placeholder="Listener, pipeline or state"
      emptyText="No listener is published. Open a pipeline that has one and press Publish: it shows here."
      mayUnPublish={useMay('DELETE /pipelines/deployed-listener')}
      dialog={({ row, ...rest }) => (
        <Suspense fallback={null}>
          <ListenerDialog key={row._id} listener={row} {...rest} />
        </Suspense>
      )}
    >
      {(rows) => <ListenersTable {...rows} />}
    </DeploymentsPage>
  )
}

const wordsOf = (row: DeployedListener): string =>
  [stateWords(row).word, row.listener, pipelineOf(row), row.workflow, row.createUsername, row.updateUsername].join(' ')
