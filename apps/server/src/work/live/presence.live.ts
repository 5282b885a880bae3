import type { LiveChange, LivePresence } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { OpenEditor, PresenceService } from '../../documents/presence/presence.service.ts'
import type { Allowed, LiveSource, LiveSubscription, SubscriptionTo } from './live-source.ts'
import { createPushThrottle } from './push-throttle.ts'

type Filter = SubscriptionTo<'presence'>['filter']
type Deps = { presence: PresenceService; log: Logger }

/** How often an open editor says that it is still there. */
const renewMs = 10_000

/** The live model `presence`: who else has these versions open, and when they were saved last. */
export function createPresenceLive(deps: Deps): LiveSource<SubscriptionTo<'presence'>> {
  return {
    mustSee: (caller, { filter }) => deps.presence.mustSee(caller, filter._id),
    pipelinesOf: async () => new Map(),
    follow: (socket, { filter }, allowed) => followPresence({ ...deps, socket, filter, allowed }),
  }
}

function followPresence(
  options: Deps & { socket: Socket; filter: Filter; allowed: Readonly<Allowed> },
): LiveSubscription {
  const { presence, log, socket, filter, allowed } = options
  const versionIds = [...new Set(filter._id)]
  let editor: OpenEditor | null = null
  let ended = false
  let sent = new Map<string, string>()

  const read = async (): Promise<LivePresence[]> => (editor === null || ended ? [] : presence.list(editor))
  const textOf = (items: LivePresence[]) => new Map(items.map((item) => [item._id, JSON.stringify(item)]))
  const push = async (): Promise<boolean> => {
    const items = await read()
    for (const data of items) {
      if (sent.get(data._id) === JSON.stringify(data)) continue
      socket.emit('change', { model: 'presence', filter, operationType: 'update', data } satisfies LiveChange)
    }
    sent = textOf(items)
    return false
  }
  const throttle = createPushThrottle({ socket, log, push })
  const quietly = (work: Promise<void>, what: string): void => {
    work.catch((error: unknown) => log.warn({ err: error }, what))
  }
  const timer = setInterval(() => {
    if (editor === null) return
    quietly(presence.renew(editor), 'an open editor could not be renewed')
    // Others may have gone without a word, as with their process.
    throttle.wake()
  }, renewMs)
  const close = (open: OpenEditor): void => quietly(presence.close(open), 'an open editor could not be closed')

  return {
    async begin() {
      const opened = await presence.open(allowed.caller, versionIds)
      if (ended) return close(opened)
      editor = opened
      const items = await read()
      sent = textOf(items)
      socket.emit('init', { model: 'presence', filter, data: items })
      throttle.begin()
    },
    onNotice(notice) {
      const concerns =
        (notice.about === 'presence' && versionIds.includes(notice.versionId)) || notice.about === 'documents'
      if (concerns) throttle.wake()
    },
    onGap: () => throttle.wake(),
    end() {
      ended = true
      clearInterval(timer)
      throttle.stop()
      if (editor !== null) close(editor)
    },
  }
}
