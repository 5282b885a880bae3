import type { Reply } from '@millrace/contract'
import { Notice } from '../../../ui/Notice.tsx'
import { Stack } from '../../../ui/Layout.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import styles from '../deployments.module.css'
import { FindingsTable } from '../FindingsTable.tsx'

type Tried = Reply<'POST /pipelines/deployed-listener/try'>

/** Whether a message fits, what is wrong with it, and what the component makes of it. */
export const TriedMessage = ({ tried: { ok, records, findings, output, error } }: { tried: Tried }) => (
  <Stack>
    <span role="status">
      <StatusTag tone={ok ? 'ok' : 'error'}>{ok ? `Accepted: ${countOf(records)}` : 'Not accepted'}</StatusTag>
    </span>
    {error !== null && <Notice tone="error">{error}</Notice>}
    {findings.length > 0 && <FindingsTable findings={findings} />}
    {output !== null && (
      <>
        <h3>Output</h3>
        {/* A long output is scrolled with the keyboard, too. */}
        <pre className={styles.answer} tabIndex={0} aria-label="Output">
          {JSON.stringify(output, null, 2)}
        </pre>
      </>
    )}
  </Stack>
)

const countOf = (records: number): string => (records === 1 ? '1 record' : `${records} records`)
