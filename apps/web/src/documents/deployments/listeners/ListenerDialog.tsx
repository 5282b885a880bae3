import { useState } from 'react'
import type { DeployedListener } from '@millrace/contract'
import type { MessageState } from '@millrace/contract/deployments/listener.rule'
import { useMay } from '../../../access/sessions/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Stack } from '../../../ui/Layout.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { InvalidReason } from '../DeployedRow.tsx'
import type { OpenedProps } from '../DeploymentsPage.tsx'
import { ListenerFacts } from './ListenerFacts.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'
import { PauseButton } from './PauseButton.tsx'
import { TryMessagePanel } from './TryMessagePanel.tsx'

type Props = Omit<OpenedProps<DeployedListener>, 'row'> & { listener: DeployedListener }

type Tab = MessageState | 'try'

/** One listener: how it fares, what it set aside, and a place to try a message. */
export function ListenerDialog({ listener, tab, onTab, onClose }: Props) {
  const tabs = useTabs(listener)
  const [tried, setTried] = useState('')
  const mayTry = tabs.some(([name]) => name === 'try')
  const tryIt = (text: string) => {
    setTried(text)
    onTab('try')
  }
  const current = tabs.find(([name]) => name === tab)?.[0] ?? tabs[0]?.[0]
  return (
    <Dialog
      title={`Listener ${listener.listener}`}
      width={75}
      hasCloseIcon
      onCancel={onClose}
      footer={
        <>
          <PauseButton listener={listener} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Stack>
        <InvalidReason row={listener} />
        <ListenerFacts listener={listener} />
        {current !== undefined && <Tabs label="About the listener" tabs={tabs} value={current} onChange={onTab} />}
        {(current === 'held' || current === 'dead') && (
          <MessagesPanel
            key={current}
            id={listener._id}
            state={current}
            count={listener[current]}
            onTry={mayTry ? tryIt : undefined}
          />
        )}
        {current === 'try' && listener.pipelineId !== null && (
          <TryMessagePanel pipeline={listener.pipelineId} message={tried} onMessage={setTried} />
        )}
      </Stack>
    </Dialog>
  )
}

/** What the person may look at; an admin has none of them. */
function useTabs({ held, dead, pipelineId }: DeployedListener): (readonly [Tab, string])[] {
  const messages = useMay('GET /pipelines/deployed-listener/{id}/messages')
  const tries = useMay('POST /pipelines/deployed-listener/try') && pipelineId !== null
  return [
    ...(messages
      ? ([
          ['held', `Held messages (${formatCount(held)})`],
          ['dead', `Dead messages (${formatCount(dead)})`],
        ] as const)
      : []),
    ...(tries ? ([['try', 'Try a message']] as const) : []),
  ]
}
