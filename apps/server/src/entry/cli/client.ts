import { type Body, type CallName, codes, type Envelope, type Reply, type Token } from '@millrace/contract'
import { apiRoot, tokenHeader } from '@millrace/contract/envelope'
import { CommandError } from './command-error.ts'
import { readSession, type StoredSession, writeSession } from './session-file.ts'

export type CallInput<N extends CallName> = { query?: Record<string, string>; body?: Body<N> | FormData }

/** The API of one server, signed in: renews its token before it expires and writes the new one down. */
export type Client = {
  server: string
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<Reply<N>>
  /** A call that answers a file. @throws RefusedError with the server's text */
  download(name: CallName, body: unknown): Promise<Response>
  /** A token that is good now, for the live socket. */
  token(): Promise<string>
}

/** A fault the server answered, with its code and its text. */
export class RefusedError extends CommandError {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** One call. @throws RefusedError with the server's text, CommandError when the server cannot be reached. */
export async function callServer<N extends CallName>(
  server: string,
  name: N,
  input: CallInput<N>,
  token?: string,
): Promise<Reply<N>> {
  const [method = 'GET', route = ''] = name.split(' ')
  const url = new URL(apiRoot + route, server)
  for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, value)
  const form = input.body instanceof FormData
  const headers: Record<string, string> = {}
  if (token !== undefined) headers[tokenHeader] = token
  if (input.body !== undefined && !form) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers,
      body: input.body === undefined ? undefined : form ? (input.body as FormData) : JSON.stringify(input.body),
    })
  } catch (error) {
    throw new CommandError(`The server ${server} cannot be reached: ${reason(error)}`)
  }
  const text = await response.text()
  let envelope: Envelope<Reply<N>>
  try {
    envelope = JSON.parse(text) as Envelope<Reply<N>>
  } catch {
    throw new CommandError(`${server} does not answer like a Millrace server (HTTP ${response.status})`)
  }
  if (envelope.code !== codes.ok) throw new RefusedError(envelope.code, envelope.message)
  return envelope.data
}

/** A call whose answer is a file, or the envelope of a refusal. */
async function downloadFrom(server: string, name: CallName, body: unknown, token: string): Promise<Response> {
  const [method = 'POST', route = ''] = name.split(' ')
  const headers = { [tokenHeader]: token, 'content-type': 'application/json' }
  let response: Response
  try {
    response = await fetch(new URL(apiRoot + route, server), { method, headers, body: JSON.stringify(body) })
  } catch (error) {
    throw new CommandError(`The server ${server} cannot be reached: ${reason(error)}`)
  }
  if (response.headers.has('content-disposition')) return response
  const refusal = (await response.json().catch(() => null)) as Envelope<null> | null
  if (refusal === null) {
    throw new CommandError(`${server} does not answer like a Millrace server (HTTP ${response.status})`)
  }
  throw new RefusedError(refusal.code, refusal.message)
}

const reason = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || cause.name : String(cause)
}

const expiresSoon = (token: Token): boolean => Date.parse(token.expireAt) < Date.now() + 30_000

/** The signed-in client; `server` overrides the one the person logged in at. @throws CommandError when nobody is logged in there. */
export function signedInClient(server?: string): Client {
  const stored = readSession()
  if (stored === null || (server !== undefined && stored.server !== server)) {
    throw new CommandError(`Not logged in${server === undefined ? '' : ` at ${server}`}: run millrace login first`)
  }
  let session: StoredSession = stored
  let renewing: Promise<void> | null = null
  const token = async (): Promise<string> => {
    if (expiresSoon(session.token)) {
      renewing ??= renew().finally(() => {
        renewing = null
      })
      await renewing
    }
    return session.token.value
  }
  const renew = async (): Promise<void> => {
    const { newToken, newRefreshToken } = await callServer(session.server, 'POST /users/refresh-token', {
      body: { refreshToken: session.refreshToken },
    })
    session = { ...session, token: newToken, refreshToken: newRefreshToken }
    writeSession(session)
  }
  return {
    server: session.server,
    token,
    call: async (name, input = {}) => callServer(session.server, name, input, await token()),
    download: async (name, body) => downloadFrom(session.server, name, body, await token()),
  }
}
