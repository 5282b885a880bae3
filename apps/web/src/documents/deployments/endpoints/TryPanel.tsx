import type { DeployedEndpoint } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Bar, Spacer, Stack } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { CopyButton } from '../CopyButton.tsx'
import styles from '../deployments.module.css'
import { curlOf } from './endpoint-words.ts'
import { exampleBody } from './example-body.ts'
import { TriedAnswer } from './TriedAnswer.tsx'
import { problemsOf } from './try-endpoint.ts'
import { useTry } from './use-try.ts'

const JsonEditor = lazy(async () => ({ default: (await import('../../../code/JsonEditor.tsx')).JsonEditor }))

type Props = { endpoint: DeployedEndpoint; address: string }

/** Posts a body to the endpoint with the person's own session, and shows what comes back. */
export function TryPanel({ endpoint, address }: Props) {
  const [body, setBody] = useState(() => exampleBody(endpoint.jsonSchema))
  const [key, setKey] = useState('')
  const [faults, setFaults] = useState(0)
  const { outcome, send } = useTry(address)
  // Marks are of the body that was sent, not of what it has become since.
  const findings = outcome.state === 'done' && outcome.body === body ? outcome.tried.findings : []
  return (
    <div className={styles.halves}>
      <Stack>
        <div className={styles.editor}>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <JsonEditor
              key={findings.length === 0 ? 'plain' : 'marked'}
              label="Body"
              value={body}
              onChange={setBody}
              onFaults={setFaults}
              check={() => problemsOf(findings)}
            />
          </Suspense>
        </div>
        {endpoint.keyRequired && <KeyField value={key} onChange={setKey} />}
        <Bar>
          <Button
            tone="primary"
            disabled={faults > 0 || outcome.state === 'busy'}
            title={faults > 0 ? 'The body is no JSON yet' : undefined}
            onClick={() => void send(body, key.trim())}
          >
            Send
          </Button>
          <span className="note">With your session; it counts as a call.</span>
          <Spacer />
          <CopyButton text={curlOf(address, body)} of="curl line" look="plain" label="Copy curl" />
        </Bar>
      </Stack>
      <section aria-label="Answer" aria-busy={outcome.state === 'busy'}>
        {outcome.state === 'idle' && <p className="quiet">Send the body to see the answer.</p>}
        {outcome.state === 'busy' && <SkeletonRows rows={4} label="Waiting for the answer" />}
        {outcome.state === 'failed' && (
          <Notice tone="error" role="alert">
            Nothing answers at {address}: {outcome.reason}
          </Notice>
        )}
        {outcome.state === 'done' && <TriedAnswer tried={outcome.tried} />}
      </section>
    </div>
  )
}

const KeyField = ({ value, onChange }: { value: string; onChange: (key: string) => void }) => (
  <label className={styles.keyField}>
    <span>Key</span>
    <input
      className={styles.input}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder="This endpoint asks its callers for one"
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)
