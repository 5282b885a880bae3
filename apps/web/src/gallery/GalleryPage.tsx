import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { confirm } from '../ui/confirm.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { formatBytes, formatCount, formatDuration } from '../ui/format.ts'
import { Timestamp } from '../ui/Timestamp.tsx'
import { Page, Panel } from '../ui/Page.tsx'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { SplitPane } from '../ui/SplitPane.tsx'
import { StatusTag, SuccessTag, type Tone } from '../ui/StatusTag.tsx'
import { toast } from '../state/toasts.ts'
import { VersionPill } from '../ui/VersionPill.tsx'
import { CallError } from '../api/call-error.ts'
import styles from './gallery.module.css'
import { GalleryForms } from './GalleryForms.tsx'
import { GalleryLogs } from './GalleryLogs.tsx'

const tones: readonly Tone[] = ['ok', 'warn', 'error', 'busy', 'quiet']

/** Every look on one page: empty, loading, failed, full. In development and tests only. */
export function GalleryPage() {
  return (
    <Page title="Gallery">
      <div className={styles.grid}>
        <Panel title="Tags">
          <p className={styles.row}>
            {tones.map((tone) => (
              <StatusTag key={tone} tone={tone}>
                {tone}
              </StatusTag>
            ))}
          </p>
          <p className={styles.row}>
            <SuccessTag success /> <SuccessTag success={false} /> <SuccessTag success={null} />
            <VersionPill version={4} locked /> <VersionPill version={5} locked={false} />
            <VersionPill version={12} locked short />
          </p>
          <p className={styles.row}>
            <Timestamp at="2026-11-20T16:02:00.000Z" /> <span>{formatBytes(20_185_088)}</span>
            <span>{formatCount(100_000)} rows</span>
            <span>{formatDuration('2026-11-20T16:02:00.000Z', '2026-11-20T16:05:05.000Z')}</span>
          </p>
        </Panel>
        <Panel title="Buttons, messages, questions">
          <Messages />
        </Panel>
        <Panel title="Empty">
          <EmptyState text="Nothing matches these filters" action={<Button>Clear filters</Button>} />
        </Panel>
        <Panel title="Loading">
          <SkeletonRows rows={4} />
        </Panel>
        <Panel title="Failed">
          <ErrorPanel
            error={new CallError('POST /imports/listAll', 50000, 'Something unexpected happened.', 'req-4711')}
            onRetry={() => toast.info('Asked again')}
          />
        </Panel>
        <Panel title="Split" flush>
          <div className={styles.split}>
            <SplitPane
              direction="columns"
              size={160}
              label="Resize the list"
              first={<EmptyState text="First" />}
              second={<EmptyState text="Second" />}
            />
          </div>
        </Panel>
      </div>
      <GalleryForms />
      <GalleryLogs />
    </Page>
  )
}

function Messages() {
  const [answer, setAnswer] = useState('not asked')
  const ask = async () => setAnswer((await confirm('Do you want to run the pipeline : Bikes de-DE')) ? 'Yes' : 'No')
  return (
    <>
      <p className={styles.row}>
        <Button type="primary" onClick={() => void ask()}>
          Run
        </Button>
        <span>{answer}</span>
        <Button danger>Delete</Button>
        <Button disabled>Next step</Button>
        <Segmented options={['Now', 'Later', 'Repeat']} />
      </p>
      <p className={styles.row}>
        <Button onClick={() => toast.error('File must be under 20 MiB', { requestId: 'req-4711' })}>Error</Button>
        <Button onClick={() => toast.success('The current import is cancelled.')}>Success</Button>
        <Button onClick={() => toast.info('The codes are copied to clipboard')}>Info</Button>
        <Button onClick={() => toast.warn('The import job will only run in a month where month ends with 31st.')}>
          Warn
        </Button>
      </p>
    </>
  )
}
