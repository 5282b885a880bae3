import {
  type PublishedEndpoint,
  type PublishedKey,
  publishedEndpoints,
  publishedKeys,
} from '../../documents/pipelines/endpoints/published.reads.ts'
import { listenForNotices } from '../../platform/notices/listen-for-notices.ts'
import type { LiveNotice } from '../../platform/notices/notices.ts'
import type { Platform } from '../../platform/platform.ts'
import { type OpenedEndpoint, openPublished } from './opened-endpoint.ts'

/** An endpoint that is served here; its processes are started at its first call and stay. */
export type ServedEndpoint = PublishedEndpoint & { keys: ReadonlyMap<string, PublishedKey> }
export type ServedEndpoints = Awaited<ReturnType<typeof serveEndpoints>>

/** Processes of an endpoint that nobody has called for so long are ended. */
const idleMs = 15 * 60_000
/** What a re-published endpoint has under way ends within so long. */
const graceMs = 30_000

/** Keeps what is published at hand, in whichever process it was published, and opens what is called. */
export async function serveEndpoints(
  platform: Pick<Platform, 'db' | 'log' | 'settings'>,
  { databaseUrl, onChange, ...host }: { databaseUrl: string; onChange(): void } & Parameters<typeof openPublished>[2],
) {
  const { db, log } = platform
  let byAddress = new Map<string, ServedEndpoint>()
  const opened = new Map<string, Promise<OpenedEndpoint>>()
  let reloading: Promise<void> | null = null
  let again = false
  let isClosed = false

  const open = (id: string) => openPublished(platform, id, host)

  async function load(): Promise<void> {
    const rows = await publishedEndpoints(db)
    const keys = Map.groupBy(await publishedKeys(db), (key) => key.endpointId)
    const served = rows.map((row) => ({
      ...row,
      keys: new Map((keys.get(row.id) ?? []).map((key) => [key.hash, key])),
    }))
    const current = new Map(served.map((row) => [row.id, row]))
    // What is renewed is ready before anybody is led to it.
    for (const [id, opening] of opened) await renew(id, await opening.catch(() => null), current.get(id))
    byAddress = new Map(
      served.flatMap((row): [string, ServedEndpoint][] => [
        [`POST ${row.path}${row.route}`, row],
        [`GET ${row.path}/openapi-3.json`, row],
      ]),
    )
    onChange()
  }

  /** A new plan is ready before the old one's processes finish what they have, and go. */
  async function renew(id: string, old: OpenedEndpoint | null, row: PublishedEndpoint | undefined): Promise<void> {
    const isIdle = old === null || Date.now() - old.usedAt > idleMs
    if (!isIdle && old.revision === row?.revision) return
    const next = isIdle || row === undefined ? null : await open(id).catch(() => null)
    if (next === null) opened.delete(id)
    else {
      await next.endpoint.ready().catch((error: unknown) => log.error({ err: error }, 'an endpoint cannot be served'))
      opened.set(id, Promise.resolve(next))
    }
    void old?.close(graceMs)
  }

  function reload(): Promise<void> {
    again = true
    reloading ??= (async () => {
      try {
        while (again && !isClosed) {
          again = false
          await load()
        }
      } catch (error) {
        log.warn({ err: error }, 'what is published could not be read')
      } finally {
        reloading = null
      }
    })()
    return reloading
  }

  const concerns = (notice: LiveNotice): boolean =>
    notice.about === 'endpoints' || (notice.about === 'documents' && notice.kind !== 'schema')
  const ear = await listenForNotices(
    { url: databaseUrl, log },
    {
      onNotice: (notice) => {
        if (concerns(notice)) void reload()
      },
      onGap: () => void reload(),
    },
  )
  const idle = setInterval(() => void reload(), idleMs / 5)
  idle.unref()
  await reload()

  return {
    /** By method and path below the runtime base, such as 'POST /ev-price/v1/price'. */
    at: (address: string): ServedEndpoint | undefined => byAddress.get(address),
    /** The endpoint to call; opened when it is not. */
    async opened({ id }: ServedEndpoint): Promise<OpenedEndpoint> {
      let opening = opened.get(id)
      if (opening === undefined) {
        opening = open(id)
        opened.set(id, opening)
        opening.catch(() => opened.delete(id))
      }
      const found = await opening
      found.usedAt = Date.now()
      return found
    },
    async close(): Promise<void> {
      isClosed = true
      clearInterval(idle)
      await ear.close()
      await reloading
      await Promise.all([...opened.values()].map((one) => one.then(({ close }) => close(0)).catch(() => undefined)))
    },
  }
}
