import type { DocKind, KindFilter, LiveChange, LiveDocument, TreeNode } from '@millrace/contract'
import { listDocuments } from '@millrace/contract/live/live-document.rule'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Caller } from '../../platform/http/caller.ts'
import { createPushThrottle } from './push-throttle.ts'
import type { LiveSource, LiveSubscription, SubscriptionTo } from './live-source.ts'

/** The live model `documents`: the tree of a kind, as the person sees it. */
export function createDocumentsLive({
  tree,
  log,
}: Pick<Options, 'tree' | 'log'>): LiveSource<SubscriptionTo<'documents'>> {
  return {
    pipelinesOf: async () => new Map(),
    follow: (socket, { filter }, allowed) => followDocuments({ tree, socket, log, filter, allowed }),
  }
}

type Options = {
  /** The tree as the person sees it, as over HTTP. */
  tree(caller: Caller, kind: DocKind): Promise<TreeNode[]>
  socket: Socket
  log: Logger
  filter: KindFilter
  /** Who follows; brought up to date while the subscription is open. */
  allowed: Readonly<{ caller: Caller }>
}

/** How often it is looked whether the person's own rights have changed. */
const rightsMs = 1000

/** An item as it was sent, and everything a tree shows of it, to find out whether it has changed. */
type Known = { item: LiveDocument; shown: string }

/**
 * Follows the tree of a kind: what the person sees at first, then each folder and document that appears, changes or
 * goes for them, also by badge rules of folders above, another person's or their own badges.
 */
function followDocuments({ tree, socket, log, filter, allowed }: Options): LiveSubscription {
  let known = new Map<string, Known>()

  const read = async (): Promise<Map<string, Known>> =>
    new Map(
      listDocuments(await tree(allowed.caller, filter.kind), filter.kind).map(({ item, node }) => [
        item._id,
        { item, shown: JSON.stringify([item.folder, node]) },
      ]),
    )
  const emit = (operationType: LiveChange['operationType'], data: LiveDocument): void => {
    socket.emit('change', { model: 'documents', filter, operationType, data } as LiveChange)
  }
  const push = async (): Promise<boolean> => {
    const found = await read()
    for (const [id, { item, shown }] of found) {
      const before = known.get(id)
      if (before?.shown !== shown) emit(before === undefined ? 'insert' : 'update', item)
    }
    for (const [id, { item }] of known) if (!found.has(id)) emit('delete', item)
    known = found
    return false
  }
  const pacer = createPushThrottle({ socket, log, push })

  let rights = rightsOf(allowed.caller)
  const timer = setInterval(() => {
    const now = rightsOf(allowed.caller)
    if (now === rights) return
    rights = now
    pacer.wake()
  }, rightsMs)

  return {
    async begin() {
      known = await read()
      socket.emit('init', { model: 'documents', filter, data: [...known.values()].map(({ item }) => item) })
      pacer.begin()
    },
    onNotice(notice) {
      if (notice.about === 'documents' && (notice.kind === null || notice.kind === filter.kind)) pacer.wake()
    },
    onGap: () => pacer.wake(),
    end() {
      clearInterval(timer)
      pacer.stop()
    },
  }
}

const rightsOf = ({ role, badges, unrestrictedUpload }: Caller): string =>
  JSON.stringify([role, unrestrictedUpload, [...badges].toSorted()])
