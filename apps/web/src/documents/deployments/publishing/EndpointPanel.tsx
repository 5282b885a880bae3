import { useCall } from '../../../api/use-call.ts'
import { CopyButton } from '../CopyButton.tsx'
import { InvalidReason } from '../DeployedRow.tsx'
import styles from '../deployments.module.css'
import { addressOfEndpoint } from '../endpoints/endpoint-words.ts'
import { PublishPanel, type PublishProps } from './PublishPanel.tsx'

/** Whether the endpoint of a pipeline is published, and where it is called. */
export function EndpointPanel({ pipeline, dirty }: PublishProps) {
  const { data, error } = useCall('GET /pipelines/deployed-endpoint/{id}', { params: { id: pipeline._id } })
  const { data: runtime } = useCall('GET /pipelines/get-runtime-api-url')
  const address = data && runtime ? addressOfEndpoint(runtime, data) : null
  return (
    <PublishPanel
      kind="endpoint"
      title="Endpoint"
      own={pipeline.endpoints[0]?.route}
      none="This pipeline has no endpoint: add one in the form above."
      {...{ pipeline, dirty, error }}
      published={data}
    >
      {data && <InvalidReason row={data} />}
      {address !== null && (
        <span>
          <code className={styles.key}>POST {address}</code> <CopyButton text={address} of="address" />
        </span>
      )}
    </PublishPanel>
  )
}
