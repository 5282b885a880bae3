import type { Pipeline } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Bar, Spacer, Stack } from '../../../ui/Layout.tsx'
import { Panel } from '../../../ui/Page.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import type { Deployed } from '../deployed.ts'
import { type DeploymentKind, unPublish } from '../un-publish.ts'
import { publish } from './publish.ts'

/** A saved pipeline, and whether there is something to save first. */
export type PublishProps = {
  pipeline: Pick<Pipeline, '_id' | 'name' | 'version' | 'endpoints' | 'listeners'>
  dirty: boolean
}

type Props = {
  kind: DeploymentKind
  title: string
  /** Its route or name in the saved pipeline; absent where it has none. */
  own: string | undefined
  /** What to do where it has none. */
  none: string
  pipeline: Pick<Pipeline, '_id' | 'name' | 'version'>
  dirty: boolean
  /** Undefined while it is not known. */
  published: Deployed | null | undefined
  error: Error | null
  /** What is told of a published one. */
  children: ReactNode
}

/** Whether the endpoint or listener of a pipeline is published, and the buttons that change it (PIP-020, PIP-021). */
export function PublishPanel({ kind, title, own, none, pipeline, dirty, published, error, children }: Props) {
  const [busy, setBusy] = useState(false)
  const mayPublish = useMay(`POST /pipelines/publish-${kind}`)
  const during = async (work: Promise<unknown>) => {
    setBusy(true)
    await work
    setBusy(false)
  }
  const known = published !== undefined
  return (
    <Panel title={title}>
      <Stack>
        <Bar>
          {own !== undefined && <code>{own}</code>}
          {error !== null && !known && <span className="bad">{error.message}</span>}
          {known && <PublishedState published={published} version={pipeline.version} />}
          <Spacer />
          {published && (
            <>
              <Link to={`/manage/${kind}s`} search={{ open: published._id } as never}>
                Show it in Manage {kind}s
              </Link>
              <Button disabled={busy} onClick={() => void during(unPublish(kind, [published]))}>
                Un publish
              </Button>
            </>
          )}
          {mayPublish && known && own !== undefined && (
            <Button
              tone="primary"
              disabled={busy || dirty}
              title={dirty ? 'Save the pipeline first: what is saved is published' : undefined}
              onClick={() => void during(publish(kind, pipeline, published !== null))}
            >
              {published === null ? 'Publish' : 'Re-Publish'}
            </Button>
          )}
        </Bar>
        {own === undefined && published === null && <p className="quiet">{none}</p>}
        {dirty && mayPublish && own !== undefined && (
          <p className="note">Save the pipeline first: what is saved is published.</p>
        )}
        {published && children}
      </Stack>
    </Panel>
  )
}

/** Published since when, and of which version where that is another one. */
function PublishedState({ published, version }: { published: Deployed | null; version: number }) {
  if (published === null) return <StatusTag tone="quiet">Not published</StatusTag>
  const other = published.pipelineVersion !== null && published.pipelineVersion !== version
  return (
    <>
      <StatusTag tone={published.isValid ? 'ok' : 'error'}>Published</StatusTag>
      <span className="quiet">
        {other && `version ${published.pipelineVersion}, `}
        <Timestamp at={published.updateDate ?? published.createDate} /> by{' '}
        {published.updateUsername ?? published.createUsername}
      </span>
    </>
  )
}
