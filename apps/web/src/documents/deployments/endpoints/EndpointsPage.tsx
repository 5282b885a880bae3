import type { DeployedEndpoint } from '@millrace/contract'
import { lazy, Suspense } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { useCall } from '../../../api/use-call.ts'
import { pipelineOf } from '../deployed.ts'
import { DeploymentsPage } from '../DeploymentsPage.tsx'
import { EndpointsTable } from './EndpointsTable.tsx'

const EndpointDialog = lazy(async () => ({ default: (await import('./EndpointDialog.tsx')).EndpointDialog }))

/** Published endpoints (DEP-002): who calls them, with which keys, and what they answer. */
export function EndpointsPage() {
  const list = useCall('GET /pipelines/deployed-endpoint')
  return (
    <DeploymentsPage
      title="Manage endpoints"
      kind="endpoint"
      list={list}
      wordsOf={wordsOf}
      placeholder="Path, pipeline or component"
      emptyText="No endpoint is published. Open a pipeline that has one and press Publish: it shows here."
      mayUnPublish={useMay('DELETE /pipelines/deployed-endpoint')}
      dialog={({ row, ...rest }) => (
        <Suspense fallback={null}>
          <EndpointDialog key={row._id} endpoint={row} {...rest} />
        </Suspense>
      )}
    >
      {(rows) => <EndpointsTable {...rows} />}
    </DeploymentsPage>
  )
}

const wordsOf = (row: DeployedEndpoint): string =>
  [row.path, pipelineOf(row), row.name, row.route, row.createUsername, row.updateUsername].join(' ')
