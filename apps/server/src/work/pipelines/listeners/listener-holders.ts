import { hostname } from 'node:os'
import { newId } from '../../../platform/database/ids.ts'
import { type HeldListener, type HoldDeps, holdListener, type HoldPlatform } from './hold-listener.ts'
import { forgetOld } from './gather.repository.ts'
import { takeListeners } from './leases.repository.ts'

export type ListenerHolders = { stop(): Promise<void> }

/** How often this process looks for listeners that nobody holds. */
const lookMs = 1000
const forgetMs = 3600_000
/** Messages of which only a sender's id or a place is known are recognised for so long. */
const rememberedDays = 7

/**
 * Holds published listeners in this process (`millrace realtime`, `serve`): each that nobody else holds, so that one
 * process works for it at a time; the listeners of a process that died are taken over within 30 s (G4, G5).
 */
export function startListeners(platform: HoldPlatform, deps: HoldDeps): ListenerHolders {
  const { db, log } = platform
  const holder = `${hostname()}-${process.pid}-${newId()}`
  const held = new Map<string, HeldListener>()
  let stopped = false

  const look = async (): Promise<void> => {
    for (const row of await takeListeners(db, holder)) {
      const old = held.get(row.id)
      // Its lease was over before it could be prolonged: it ends before it begins anew.
      if (old !== undefined) await old.stop()
      const listener = holdListener(platform, deps, row)
      held.set(row.id, listener)
      void listener.done.finally(() => {
        if (held.get(row.id) === listener) held.delete(row.id)
        if (!stopped) void lookSoon()
      })
    }
  }
  let looking: Promise<void> | null = null
  const lookSoon = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'listeners could not be taken'))
      .finally(() => {
        looking = null
      })
    return looking
  }
  const timer = setInterval(() => void lookSoon(), lookMs)
  const forgetting = setInterval(() => {
    forgetOld(db, rememberedDays).catch((error: unknown) =>
      log.warn({ err: error }, 'taken messages were not forgotten'),
    )
  }, forgetMs)
  void lookSoon()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      clearInterval(forgetting)
      await looking
      await Promise.all([...held.values()].map((listener) => listener.stop()))
    },
  }
}
