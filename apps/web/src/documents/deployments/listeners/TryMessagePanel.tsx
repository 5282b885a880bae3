import type { Reply } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isAbort } from '../../../api/call-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Bar, Stack } from '../../../ui/Layout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import styles from '../deployments.module.css'
import own from './listeners.module.css'
import { TriedMessage } from './TriedMessage.tsx'

type Tried = Reply<'POST /pipelines/deployed-listener/try'>

type Props = { pipeline: string; message: string; onMessage: (message: string) => void }

/** What a message would become, with any version of the pipeline, drafts too; nothing is stored. */
export function TryMessagePanel({ pipeline, message, onMessage }: Props) {
  const id = useId()
  const { data, error, refetch } = useCall('GET /pipelines/id', { query: { id: pipeline } })
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  if (data === undefined)
    return error === null ? <SkeletonRows rows={4} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />
  // The newest comes first: most often the draft that is being written.
  const version = chosen ?? data.versions[0]?._id ?? pipeline
  const run = async () => {
    setBusy(true)
    setTried(null)
    try {
      setTried(await call('POST /pipelines/deployed-listener/try', { body: { id: version, message } }))
    } catch (failure) {
      if (!(failure instanceof CallError) && !isAbort(failure)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.halves}>
      <Stack>
        <label htmlFor={id}>Message</label>
        <textarea
          id={id}
          className={own.message}
          spellCheck={false}
          placeholder={'{"code":"EV-1","price":39900}'}
          value={message}
          onChange={(event) => onMessage(event.target.value)}
        />
        <Bar>
          <select
            className={own.select}
            aria-label="Version to try it with"
            value={version}
            onChange={(event) => setChosen(event.target.value)}
          >
            {data.versions.map((one) => (
              <option key={one._id} value={one._id}>
                {versionText(one.version, one.vLocked)}
              </option>
            ))}
          </select>
          <Button tone="primary" disabled={busy || message.trim() === ''} onClick={() => void run()}>
            Try it
          </Button>
          <span className="note">Nothing is stored or imported.</span>
        </Bar>
      </Stack>
      <section aria-label="What becomes of it" aria-busy={busy}>
        {busy && <SkeletonRows rows={4} label="Trying the message" />}
        {!busy && tried === null && <p className="quiet">Paste a message and try it to see what becomes of it.</p>}
        {!busy && tried !== null && <TriedMessage tried={tried} />}
      </section>
    </div>
  )
}
