import { useCall } from '../../../api/use-call.ts'
import { CopyButton } from '../CopyButton.tsx'
import { InvalidReason } from '../DeployedRow.tsx'
import styles from '../deployments.module.css'
import { ListenerState } from '../listeners/ListenerState.tsx'
import { PublishPanel, type PublishProps } from './PublishPanel.tsx'

/** Whether the listener of a pipeline is published, and whether it hears. */
export function ListenerPanel({ pipeline, dirty }: PublishProps) {
  const { data, error } = useCall(
    'GET /pipelines/deployed-listener/{id}',
    { params: { id: pipeline._id } },
    { refetchInterval: ({ state }) => (state.data ? 5000 : false) },
  )
  return (
    <PublishPanel
      kind="listener"
      title="Listener"
      own={pipeline.listeners[0]?.name}
      none="This pipeline has no listener: add one in the form above."
      {...{ pipeline, dirty, error }}
      published={data}
    >
      {data && (
        <span>
          <ListenerState listener={data} /> {data.isValid && data.reason}
        </span>
      )}
      {data && <InvalidReason row={data} />}
      {data?.kind === 'http' && data.address !== null && (
        <span>
          <code className={styles.key}>POST {data.address}</code> <CopyButton text={data.address} of="address" />
        </span>
      )}
    </PublishPanel>
  )
}
