import { texts } from '@millrace/contract/errors'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { useSession } from '../../access/sessions/use-session.ts'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { SendingBar } from '../uploads/SendingBar.tsx'
import { SourceResult } from '../uploads/SourceResult.tsx'
import { StepLog } from '../uploads/StepLog.tsx'
import { sendingOf } from '../uploads/sending.ts'
import type { SendingAtOnce } from '../uploads/use-sending-at-once.ts'
import { useSources } from './use-sources.ts'
import { StepColumns } from './StepColumns.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { processReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

/**
 * Step 3: the files being validated, with counts and findings, and the logs of it as they are written. An invalid file is
 * replaced here.
 */
export function ProcessStep({ place, pipeline, go, sending }: WizardProps & { sending: SendingAtOnce }) {
  const limits = useSession()
  const { choices } = sending.given(pipeline._id)
  const disabled = missingProperties(pipeline).length > 0
  const underWay = sendingOf(choices)
  const { files, own } = useSources(pipeline)
  const followed = files?.flatMap(({ upload }) => upload?._id ?? []) ?? []
  return (
    <>
      <StepColumns
        content={
          <Panel title="Sources" grow flush>
            {files === undefined && own.error === null && <SkeletonRows rows={6} height={48} />}
            {files === undefined && own.error !== null && <ErrorPanel error={own.error} onRetry={own.refetch} />}
            {files?.length === 0 && <EmptyState text="This pipeline takes no files." />}
            {files?.map((file) => (
              <SourceResult
                key={file.source.dataSubKind}
                file={file}
                replacing={{
                  limits,
                  disabled,
                  choice: choices.get(file.source.dataSubKind),
                  onChoose: (what) => sending.choose(pipeline._id, file.source.dataSubKind, what),
                }}
              />
            ))}
          </Panel>
        }
        logs={
          <Panel title="Logs" grow flush>
            <div className={styles.fill}>
              <StepLog lines={sending.lines} />
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
        onNext={() => go(nextPlace(place))}
        reasons={files === undefined ? ['Waiting for the last uploads'] : processReasons(files, { choices })}
      >
        {underWay !== null && <SendingBar sending={underWay} onStop={sending.stop} />}
      </WizardFooter>
    </>
  )
}
