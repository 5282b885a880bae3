import type { PipelineListItem, Upload, UploadSender } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Panel } from '../../ui/Page.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import { UploadResult } from '../uploads/SourceResult.tsx'
import { UploadStatusTag } from '../uploads/UploadStatusTag.tsx'
import styles from './consult.module.css'
import { senderWords } from './sender-words.ts'
import { UploadImports } from './UploadImports.tsx'

/** Width of the facts at first, in px. */
const factsSize = 500

type Props = {
  pipeline: PipelineListItem
  upload: Upload
  sender: UploadSender | undefined
  onClose: () => void
}

/** One upload: who sent it, what the check found with the rejected records, the imports that read it, and its logs. */
export function UploadDetails({ pipeline, upload, sender, onClose }: Props) {
  const mobile = useMobile()
  const name = upload.originalFilename ?? unknownName
  const facts = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <div className={styles.details} tabIndex={0} role="group" aria-label="Facts of the upload">
      <section className={styles.section} aria-label="Upload">
        <Facts>
          <Fact name="State">
            <UploadStatusTag status={upload.status} />
          </Fact>
          <Fact name="At">
            <Timestamp at={upload.createdAt} />
          </Fact>
          <Fact name="Size">{formatBytes(upload.size)}</Fact>
          <Fact name="How it came">{sender === undefined ? '-' : senderWords(sender)}</Fact>
        </Facts>
      </section>
      <section className={styles.section} aria-label="What the check found">
        <UploadResult upload={upload} />
      </section>
      <UploadImports key={upload._id} upload={upload} pipeline={pipeline} />
    </div>
  )
  const logs = (
    <div className={styles.logs}>
      <LiveLogs filter={{ uploadId: [upload._id] }} emptyText={texts.noLogs} height="100%" name={name} />
    </div>
  )
  return (
    <Panel title={name} grow flush actions={<Button onClick={onClose}>Show import logs</Button>}>
      {mobile ? (
        <>
          {facts}
          {logs}
        </>
      ) : (
        <SplitPane
          direction="columns"
          size={factsSize}
          label="Resize the facts"
          remember="consult-facts"
          first={facts}
          second={logs}
        />
      )}
    </Panel>
  )
}
