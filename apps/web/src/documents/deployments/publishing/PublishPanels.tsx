import { useMay } from '../../../access/sessions/use-session.ts'
import { Stack } from '../../../ui/Layout.tsx'
import { EndpointPanel } from './EndpointPanel.tsx'
import { ListenerPanel } from './ListenerPanel.tsx'
import type { PublishProps } from './PublishPanel.tsx'

/** The endpoint and the listener of a pipeline, each published or not (PIP-020). */
export function PublishPanels(props: PublishProps) {
  if (!useMay('GET /pipelines/deployed-endpoint/{id}')) return null
  return (
    <Stack>
      <EndpointPanel {...props} />
      <ListenerPanel {...props} />
    </Stack>
  )
}
