import type { MessageState } from '@millrace/contract/deployments/listener.rule'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../access/sessions/use-session.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Bar, Spacer, Stack } from '../../../ui/Layout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { pickRows } from '../deployments-place.ts'
import { dropMessages, resumeMessages } from './message-actions.ts'
import { MessagesTable } from './MessagesTable.tsx'

const perPage = 20

const emptyTexts: Record<MessageState, string> = {
  held: 'No message is held.',
  dead: 'No message is dead.',
}

/** How often it is asked while nothing is there to be picked, ms. */
const everyMs = 5000

type Props = {
  id: string
  state: MessageState
  count: number
  /** Takes a message along to be tried; absent where the person may not. */
  onTry: ((text: string) => void) | undefined
}

/** Messages that were set aside, with the reason: to be resumed once that is mended, or dropped. */
export function MessagesPanel({ id, state, count, onTry }: Props) {
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const query = { state, pageNumber: page, nbItemsPerPage: perPage }
  const name = 'GET /pipelines/deployed-listener/{id}/messages'
  const { data, error, refetch } = useCall(
    name,
    { params: { id }, query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data: now } }) => (now?.totalCount === 0 ? everyMs : false),
    },
  )
  const mayDo = useMay('POST /pipelines/deployed-listener/{id}/messages/drop')
  if (data === undefined)
    return error === null ? <SkeletonRows rows={4} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />
  const chosen = data.messages.filter(({ _id }) => picked.has(_id)).map(({ _id }) => _id)
  const pages = Math.max(1, Math.ceil(data.totalCount / perPage))
  const act = async (done: Promise<boolean>) => {
    setBusy(true)
    if (await done) setPicked(new Set())
    setBusy(false)
  }
  return (
    <Stack>
      {data.messages.length === 0 ? (
        <EmptyState
          text={page > 1 ? 'There are no further messages.' : emptyTexts[state]}
          action={page > 1 && <Button onClick={() => setPage(1)}>First page</Button>}
        />
      ) : (
        <MessagesTable
          messages={data.messages}
          picked={picked}
          onTry={onTry}
          onPick={mayDo ? (ids, on) => setPicked(pickRows(picked, ids, on)) : undefined}
        />
      )}
      <Bar>
        {data.totalCount > 0 && count > data.totalCount && (
          <Button onClick={() => void refetch()}>Show newer ones</Button>
        )}
        <Spacer />
        {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
        {mayDo && data.messages.length > 0 && (
          <>
            <Button disabled={chosen.length === 0 || busy} onClick={() => void act(resumeMessages(id, chosen))}>
              Resume
            </Button>
            <Button
              tone="danger"
              disabled={chosen.length === 0 || busy}
              onClick={() => void act(dropMessages(id, chosen))}
            >
              Drop
            </Button>
          </>
        )}
      </Bar>
    </Stack>
  )
}

type PagesProps = { page: number; pages: number; onPage: (page: number) => void }
const Pages = ({ page, pages, onPage }: PagesProps) => (
  <>
    <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
      Newer
    </Button>
    <span className="quiet">
      Page {page} of {pages}
    </span>
    <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
      Older
    </Button>
  </>
)
