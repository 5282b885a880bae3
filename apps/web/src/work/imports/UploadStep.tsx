import { texts } from '@millrace/contract/errors'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SendingBar } from '../uploads/SendingBar.tsx'
import { SourceCards } from '../uploads/SourceCards.tsx'
import { StepLog } from '../uploads/StepLog.tsx'
import type { ChosenFiles } from '../uploads/sending.ts'
import { useSending } from '../uploads/use-sending.ts'
import { useIsImporting } from './use-is-importing.ts'
import { useSources } from './use-sources.ts'
import { StepColumns } from './StepColumns.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { uploadReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

type Props = WizardProps & { chosen: ChosenFiles; onChoose: (chosen: ChosenFiles) => void }

/** Step 2: a file or a fetch for each source. Next sends what was chosen and goes on only when all of it succeeded (UPL-015). */
export function UploadStep({ place, pipeline, go, chosen, onChoose }: Props) {
  const { files, own } = useSources(pipeline)
  const { sending, lines, send, stop } = useSending(pipeline._id)
  const importing = useIsImporting(pipeline)
  const missing = missingProperties(pipeline)
  const next = async () => {
    const sent = await send(chosen)
    onChoose(sent.done ? new Map() : sent.left)
    if (!sent.done) return
    go(nextPlace(place))
  }
  const followed = files?.flatMap(({ upload }) => upload?._id ?? []) ?? []
  return (
    <>
      {missing.length > 0 && (
        <Notice role="alert">
          {pipeline.name} {texts.missingProperties}: {missing.join(', ')}
        </Notice>
      )}
      <StepColumns
        content={
          <SourceCards
            pipelineId={pipeline._id}
            files={files}
            own={own}
            chosen={chosen}
            onChoose={onChoose}
            disabled={sending !== null || missing.length > 0}
            importing={importing}
            sending={sending}
            sendWith="Next step"
          />
        }
        logs={
          <Panel title="Logs" grow flush>
            <div className={styles.fill}>
              <StepLog lines={lines} />
              <div className={styles.logs}>
                <LiveLogs
                  filter={followed.length > 0 ? { uploadId: followed } : null}
                  emptyText={texts.noLogs}
                  height="100%"
                  name={`${pipeline.name} uploads`}
                />
              </div>
            </div>
          </Panel>
        }
      />
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => void next()}
        reasons={
          files === undefined
            ? ['Waiting for the last uploads']
            : uploadReasons(pipeline, files, new Set(chosen.keys()))
        }
        busy={sending !== null}
      >
        {sending !== null && <SendingBar sending={sending} onStop={stop} />}
      </WizardFooter>
    </>
  )
}
