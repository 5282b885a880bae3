import type { DeployedEndpoint } from '@millrace/contract'
import { useState } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Stack } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { InvalidReason } from '../DeployedRow.tsx'
import type { OpenedProps } from '../DeploymentsPage.tsx'
import { CallsPanel } from './CallsPanel.tsx'
import { EndpointFacts } from './EndpointFacts.tsx'
import { addressOfEndpoint } from './endpoint-words.ts'
import { KeysPanel } from './KeysPanel.tsx'
import { type MadeKey, ShownKey } from './NewKey.tsx'
import { TryPanel } from './TryPanel.tsx'

type Props = Omit<OpenedProps<DeployedEndpoint>, 'row'> & { endpoint: DeployedEndpoint }

const titles = { calls: 'Calls', try: 'Try it out', keys: 'Keys' } as const
type Tab = keyof typeof titles

/** One endpoint: its address, calls and keys, and a place to try it. */
export function EndpointDialog({ endpoint, tab, onTab, onClose }: Props) {
  const { data: runtime } = useCall('GET /pipelines/get-runtime-api-url')
  const shown = useTabs()
  // It can be read only now, so it outlives a look at another tab and stays until somebody says that it is kept.
  const [made, setMade] = useState<MadeKey | null>(null)
  const current = shown.find((one) => one === tab) ?? shown[0]
  const address = runtime == null ? null : addressOfEndpoint(runtime, endpoint)
  return (
    <Dialog
      title={`Endpoint ${endpoint.path}`}
      width={75}
      hasCloseIcon
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        <InvalidReason row={endpoint} />
        <EndpointFacts endpoint={endpoint} address={address} runtime={runtime ?? null} />
        {current !== undefined && (
          <Tabs
            label="About the endpoint"
            tabs={shown.map((one) => [one, titles[one]] as const)}
            value={current}
            onChange={onTab}
          />
        )}
        {made !== null && <ShownKey {...made} onDone={() => setMade(null)} />}
        {current === 'calls' && <CallsPanel id={endpoint._id} />}
        {current === 'try' && address !== null && <TryPanel endpoint={endpoint} address={address} />}
        {current === 'try' && runtime === null && <Notice>{switchedOff}</Notice>}
        {current === 'keys' && <KeysPanel endpoint={endpoint} onMade={setMade} />}
      </Stack>
    </Dialog>
  )
}

const switchedOff = 'Endpoints are not served now: an operator starts their service and says where it answers.'

/** What the person may look at; an admin has none of them. */
function useTabs(): Tab[] {
  const calls = useMay('GET /pipelines/deployed-endpoint/{id}/calls')
  const keys = useMay('GET /pipelines/deployed-endpoint/{id}/keys')
  const publish = useMay('POST /pipelines/publish-endpoint')
  return (['calls', 'try', 'keys'] as const).filter((tab) => ({ calls, try: publish, keys })[tab])
}
