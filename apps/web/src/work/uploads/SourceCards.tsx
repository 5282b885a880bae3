import { useSession } from '../../access/sessions/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { SourceCard } from './SourceCard.tsx'
import type { Choice, Choices } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import type { UploadsOfPipeline } from './use-uploads.ts'
import styles from './uploads.module.css'

type Props = {
  pipelineId: string
  /** Undefined until they are known. */
  files: readonly SourceFile[] | undefined
  own: UploadsOfPipeline
  choices: Choices
  onChoose: (dataSubKind: string, what: Choice['what'] | undefined) => void
  disabled: boolean
  /** An import of the pipeline runs or is about to. */
  importing: boolean
  /** The button that sends, e.g. 'Send'; left out where everything is sent at once. */
  sendWith?: string
}

/** Every source of a pipeline with what is chosen for it, one beneath the other. */
export function SourceCards({ pipelineId, files, own, choices, onChoose, disabled, importing, sendWith }: Props) {
  const limits = useSession()
  return (
    <Panel title="Files" grow flush>
      {files === undefined && own.error === null && <SkeletonRows rows={6} height={48} />}
      {files === undefined && own.error !== null && <ErrorPanel error={own.error} onRetry={own.refetch} />}
      {files?.length === 0 && <EmptyState text="This pipeline takes no files." />}
      <div className={styles.sources}>
        {files?.map((file) => (
          <SourceCard
            key={file.source.dataSubKind}
            pipelineId={pipelineId}
            file={file}
            uploads={own.uploads ?? []}
            limits={limits}
            choice={choices.get(file.source.dataSubKind)}
            disabled={disabled}
            importing={importing}
            sendWith={sendWith}
            onChoose={(what) => onChoose(file.source.dataSubKind, what)}
          />
        ))}
      </div>
    </Panel>
  )
}
