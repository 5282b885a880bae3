import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it came over the line: who it was for, its bytes, and what a mail program reads in them. */
export type ReceivedMail = { receivers: string[]; raw: string; mail: Email }

export type MailServer = {
  /** For MILLRACE_SMTP_URL. */
  url: string
  port: number
  /** Every mail so far, oldest first. */
  received: ReceivedMail[]
  /** The `count`-th mail for that address, waited for. @throws Error when it does not come */
  mailFor(address: string, options?: { count?: number; withinMs?: number }): Promise<ReceivedMail>
  /** Answers every receiver with this code (450 tries again, 550 never) until it is null again. */
  refuseWith(code: number | null): void
  /** How many mails were refused so far. */
  refused(): number
  close(): Promise<void>
}

/**
 * A real SMTP server on the loopback address, for tests that read the mails of the product.
 * @param options.port to come back at the same place
 */
export async function startMailServer(
  options: { port?: number; user?: { name: string; password: string } } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: number | null = null
  let refused = 0
  const { user } = options
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      if (username === user?.name && password === user?.password) callback(null, { user: username })
      else callback(new Error('wrong user or password'))
    },
    onRcptTo(_address, _session, callback) {
      if (refusal === null) return callback()
      refused++
      callback(Object.assign(new Error('not now or never'), { responseCode: refusal }))
    },
    onData(stream, { envelope }, callback) {
      void (async () => {
        const raw = await buffer(stream)
        const receivers = envelope.rcptTo.map(({ address }) => address)
        received.push({ receivers, raw: raw.toString('utf8'), mail: await PostalMime.parse(raw) })
        callback()
      })().catch(callback)
    },
  })
  // A client that goes away in the middle is its own business.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const account = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : ''
  return {
    url: `smtp://${account}127.0.0.1:${port}`,
    port,
    received,
    async mailFor(address, { count = 1, withinMs = 20_000 } = {}) {
      const end = Date.now() + withinMs
      for (;;) {
        const found = received.filter(({ receivers }) => receivers.includes(address))[count - 1]
        if (found) return found
        if (Date.now() > end) throw new Error(`no mail number ${count} for ${address} came within ${withinMs} ms`)
        await sleep(20)
      }
    },
    refuseWith: (code) => {
      refusal = code
    },
    refused: () => refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The create-password link in a mail. */
export function linkIn({ mail }: ReceivedMail): URL {
  const found = /https?:\/\/\S+\/create-password\?\S+/.exec(mail.text ?? '')
  if (!found) throw new Error(`no link in: ${mail.text}`)
  return new URL(found[0])
}

/** A port of this machine where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
