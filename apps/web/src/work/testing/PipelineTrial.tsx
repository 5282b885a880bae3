import type { PipelineListItem } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { PageFoot, Spacer } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { useIsImporting } from '../imports/use-is-importing.ts'
import { useSources } from '../imports/use-sources.ts'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { SendingBar } from '../uploads/SendingBar.tsx'
import { SourceCards } from '../uploads/SourceCards.tsx'
import { StepLog } from '../uploads/StepLog.tsx'
import { type ChosenFiles, choicesOf, withChoice } from '../uploads/sending.ts'
import { useSending } from '../uploads/use-sending.ts'
import styles from './testing.module.css'

type Props = {
  pipeline: PipelineListItem
  /** Ids of the uploads sent from here, whose logs are followed. */
  sent: readonly string[]
  onSent: (ids: string[]) => void
}

/** One file input per manual source of the pipeline, 'Send', and the logs of what was sent (UPL-023). */
export function PipelineTrial({ pipeline, sent, onSent }: Props) {
  const mobile = useMobile()
  const { files, own } = useSources(pipeline)
  const { sending, lines, note, send, stop } = useSending(pipeline._id)
  const [chosen, setChosen] = useState<ChosenFiles>(new Map())
  const importing = useIsImporting(pipeline)
  const missing = missingProperties(pipeline)
  const sendAll = async () => {
    // Said here, where the wizard would go on with what was uploaded before (UPL-018, D-69).
    if (chosen.size === 0) return note('error', texts.noValidData)
    const outcome = await send(chosen)
    setChosen(outcome.done ? new Map() : outcome.left)
    if (outcome.uploads.length > 0) onSent(outcome.uploads.map(({ _id }) => _id))
  }
  const inputs = (
    <SourceCards
      pipelineId={pipeline._id}
      files={files}
      own={own}
      choices={choicesOf(chosen, sending)}
      onChoose={(kind, what) => setChosen(withChoice(chosen, kind, what))}
      disabled={sending !== null || missing.length > 0}
      importing={importing}
      sendWith="Send"
    />
  )
  const logs = (
    <Panel title="Logs" grow flush>
      <div className={styles.logs}>
        <StepLog lines={lines} />
        <div className={styles.lines}>
          <LiveLogs
            filter={sent.length > 0 ? { uploadId: [...sent] } : null}
            emptyText={texts.noLogs}
            height="100%"
            name={`${pipeline.name} test`}
          />
        </div>
      </div>
    </Panel>
  )
  return (
    <>
      {missing.length > 0 && (
        <Notice role="alert">
          {pipeline.name} {texts.missingProperties}: {missing.join(', ')}
        </Notice>
      )}
      {mobile ? (
        <>
          {inputs}
          {logs}
        </>
      ) : (
        <SplitPane
          direction="rows"
          size={Math.round(window.innerHeight * 0.4)}
          label="Resize the logs"
          remember="testing-logs"
          first={inputs}
          second={logs}
        />
      )}
      <PageFoot>
        {sending !== null && <SendingBar sending={sending} onStop={stop} />}
        <Spacer />
        <Button tone="primary" disabled={sending !== null || missing.length > 0} onClick={() => void sendAll()}>
          Send
        </Button>
      </PageFoot>
    </>
  )
}
