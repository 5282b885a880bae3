import { apiRoot, type Body, type CallName, type Envelope, type Reply, tokenHeader } from '@millrace/contract'
import type { RunnerLimits } from '@millrace/engine'
import { openApp } from '../entry/app.ts'
import type { Settings } from '../platform/config/settings.ts'
import { newId } from '../platform/database/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Services } from '../entry/services.ts'
import { issueTokens } from '../people/sessions/tokens.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

export type TestAnswer<N extends CallName> = Envelope<Reply<N>> & { status: number; headers: Headers }
/** Who calls: a person (signed in by the test, without the cost of a password), a token, or nobody. */
export type CallAs = { userId: string } | string | null

export type TestApp = {
  /** Address of the server, without the API root. */
  url: string
  platform: TestPlatform
  db: Platform['db']
  services: Services
  /** Makes a call over HTTP and answers its envelope. */
  call<N extends CallName>(
    name: N,
    options?: {
      as?: CallAs
      params?: Record<string, string>
      query?: Record<string, string | number>
      body?: Body<N> | FormData
      raw?: unknown
    },
  ): Promise<TestAnswer<N>>
  /** The same for calls that answer a file. */
  fetchCall(
    name: CallName,
    options?: { as?: CallAs; params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown },
  ): Promise<Response>
  /** The session token of a person; made once. */
  tokenOf(person: { userId: string }): Promise<string>
  close(): Promise<void>
}

/**
 * The whole real server on a free port and a database of its own; each answer is checked against the contract.
 * @param options.worker false leaves queued work lying, for tests of what comes before it
 */
export async function startTestApp(
  options: {
    settings?: Partial<Settings>
    now?: () => Date
    log?: Platform['log']
    worker?: boolean
    webFolder?: string
    /** In place of the limits of imports and test runs, for tests that wait until one is reached. */
    runnerLimits?: Partial<RunnerLimits>
  } = {},
): Promise<TestApp> {
  const platform = await createTestPlatform(options)
  const app = await openApp(platform, {
    databaseUrl: platform.databaseUrl,
    parts: { api: true, worker: options.worker ?? true, realtime: true },
    webFolder: options.webFolder,
    checkReplies: true,
    runnerLimits: options.runnerLimits,
  })
  const url = `http://127.0.0.1:${await app.listen('127.0.0.1', 0)}`
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = ({ userId }: { userId: string }): Promise<string> => {
    const known = tokens.get(userId) ?? signIn(platform, userId)
    tokens.set(userId, known)
    return known
  }
  const fetchCall: TestApp['fetchCall'] = async (name, { as = null, params = {}, query = {}, body } = {}) => {
    const [method = '', path = ''] = name.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
    const address = new URL(`${url}${apiRoot}${filled}`)
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, String(value))
    const token = typeof as === 'string' || as === null ? as : await tokenOf(as)
    return fetch(address, {
      method,
      headers: {
        ...(token !== null && { [tokenHeader]: token }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    })
  }
  return {
    url,
    platform,
    db: platform.db,
    services: app.services,
    fetchCall,
    tokenOf,
    async call(name, { raw, body, ...rest } = {}) {
      const response = await fetchCall(name, { ...rest, body: raw ?? body })
      const envelope = (await response.json()) as Envelope<never>
      return { ...envelope, status: response.status, headers: response.headers }
    },
    async close() {
      await app.close(2000)
      await platform.close()
    },
  }
}

async function signIn(platform: Platform, userId: string): Promise<string> {
  const sessionId = newId()
  await platform.db.insertInto('sessions').values({ id: sessionId, user_id: userId }).execute()
  return (await issueTokens(platform, platform.db, sessionId)).token.value
}
