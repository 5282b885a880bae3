import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Bar, Stack } from '../../../ui/Layout.tsx'
import styles from '../deployments.module.css'
import { FindingsTable } from '../FindingsTable.tsx'
import { formatMs } from './endpoint-words.ts'
import type { Tried } from './try-endpoint.ts'

const maxShown = 200_000

/** Status, time and body of an answer; what was found in the request, with its places. */
export const TriedAnswer = ({ tried: { status, ms, text, findings } }: { tried: Tried }) => (
  <Stack>
    <Bar role="status">
      <StatusTag tone={status < 400 ? 'ok' : 'error'}>{status}</StatusTag>
      <span className="quiet">{formatMs(ms)}</span>
    </Bar>
    {findings.length > 0 && <FindingsTable findings={findings} />}
    {/* A long answer is scrolled with the keyboard, too. */}
    <pre className={styles.answer} tabIndex={0} aria-label="Body of the answer">
      {text.slice(0, maxShown)}
    </pre>
    {text.length > maxShown && <p className="note">The answer is longer; its beginning is shown.</p>}
  </Stack>
)
