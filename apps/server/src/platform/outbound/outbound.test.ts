import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound, type OutboundRequest } from './outbound.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Two servers of this machine, by IPv4 and IPv6, that answer as a test says. */
let answer: Answer = (_request, response) => response.end()
let seen: { url: string; headers: IncomingMessage['headers']; method: string; body: string }[] = []
let connections = 0
const servers: Server[] = []
let v4 = 0
let v6 = 0

const listen = async (host: string): Promise<number> => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '', body })
      answer(request, response)
    })
    request.on('error', () => {})
  })
  server.on('connection', () => connections++)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
beforeAll(async () => {
  v4 = await listen('127.0.0.1')
  v6 = await listen('::1')
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const open: Outbound[] = []
afterEach(async () => {
  seen = []
  answer = (_request, response) => response.end()
  for (const outbound of open.splice(0)) await outbound.close()
})
/** Names of the tests, by the addresses they stand for. */
type Names = Record<string, string[] | (() => string[])>
function outboundTo(allowedHosts: string[], names: Names = {}): Outbound {
  const outbound = createOutbound({
    allowedHosts,
    resolve: async (hostname) => {
      const found = names[hostname]
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${hostname}`)
      return (typeof found === 'function' ? found() : found).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }))
    },
  })
  open.push(outbound)
  return outbound
}
const send = (request: Partial<OutboundRequest>, allowedHosts = [`127.0.0.1:${v4}`], names?: Names) =>
  outboundTo(allowedHosts, names).send({ url: `http://127.0.0.1:${v4}/`, ...request })
const refusal = (host: string) =>
  `The host ${host} is not allowed; a super-admin lists allowed hosts in MILLRACE_ALLOWED_HOSTS`

describe('outgoing requests', () => {
  it('sends what was asked and answers with status, headers and body', async () => {
    answer = (_request, response) => {
      response.writeHead(418, { 'X-Kind': 'teapot', 'Set-Cookie': ['a=1', 'b=2'] })
      response.end('short and stout')
    }
    const got = await send({
      method: 'post',
      url: `http://127.0.0.1:${v4}/pots?size=1`,
      headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
      body: '{"a":1}',
    })
    expect([got.status, got.headers['x-kind'], got.body.toString()]).toEqual([418, 'teapot', 'short and stout'])
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/pots?size=1',
        body: '{"a":1}',
        headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      },
    ])
    expect(seen[0]?.headers.cookie).toBeUndefined()
    const again = await send({})
    expect(again.status).toBe(418)
    expect(seen[1]?.headers.cookie).toBeUndefined()
  })

  it('reaches IPv6 and names of this machine when they are listed', async () => {
    expect((await send({ url: `http://[::1]:${v6}/` }, [`[::1]:${v6}`])).status).toBe(200)
    const names = { localhost: ['::1', '127.0.0.1'] }
    expect((await send({ url: `http://localhost:${v4}/` }, [`localhost:${v4}`], names)).status).toBe(200)
    const inside = { 'erp.example': ['127.0.0.1'] }
    const url = `http://erp.example:${v4}/`
    expect((await send({ url }, ['erp.example', '127.0.0.0/8'], inside)).status).toBe(200)
    await expect(send({ url }, ['erp.example'], inside)).rejects.toThrow(refusal('erp.example'))
  })

  it.each([
    ['127.0.0.1', (port: number) => `http://127.0.0.1:${port}/`],
    ['127.0.0.1', (port: number) => `http://2130706433:${port}/`],
    ['127.0.0.1', (port: number) => `http://0x7f000001:${port}/`],
    ['127.0.0.1', (port: number) => `http://0177.0.0.1:${port}/`],
    ['127.0.0.1', (port: number) => `http://127.1:${port}/`],
    ['0.0.0.0', (port: number) => `http://0:${port}/`],
    ['::ffff:7f00:1', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['::1', () => `http://[::1]:${v6}/`],
    ['localhost', (port: number) => `http://localhost:${port}/`],
    ['169.254.169.254', () => 'http://169.254.169.254/latest/meta-data/'],
    ['127.0.0.1', (port: number) => `http://１２７.0.0.1:${port}/`],
  ])('S7 refuses %s where it is not listed', async (host, url) => {
    const names = { localhost: ['127.0.0.1'] }
    for (const allowed of [[], ['api.example.com', '*.example.org', '127.0.0.1:1', '10.0.0.0/8']]) {
      await expect(send({ url: url(v4) }, allowed, names)).rejects.toThrow(refusal(host))
    }
    expect(seen).toEqual([])
  })

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:text/plain,x', 'nonsense', '', 'http://'])(
    'refuses the address %s',
    async (url) => {
      await expect(send({ url })).rejects.toThrow('An address begins with http:// or https://')
    },
  )

  it('S7 connects to the address that was checked: a name that changes its mind gains nothing', async () => {
    let asked = 0
    const before = connections
    const names: Names = { 'rebind.example': () => (++asked === 1 ? ['93.184.216.34', '127.0.0.1'] : ['127.0.0.1']) }
    const outbound = outboundTo(['rebind.example'], names)
    const url = `http://rebind.example:${v4}/`
    // The first answer holds a public address: only that one is tried, and nothing listens there for us.
    await expect(outbound.send({ url, timeoutMs: 1500 })).rejects.toThrow(/rebind\.example/)
    expect(asked).toBe(1)
    await expect(outbound.send({ url })).rejects.toThrow(refusal('rebind.example'))
    expect([seen, connections - before]).toEqual([[], 0])
  })

  it('S7 checks every redirect again, follows five, and turns a form into a fetch', async () => {
    answer = (request, response) => {
      const left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('left'))
      if (left > 0) response.writeHead(302, { location: `/?left=${left - 1}` }).end('x'.repeat(100_000))
      else response.end('there')
    }
    const at = (left: number) => `http://127.0.0.1:${v4}/?left=${left}`
    const got = await send({ url: at(5), method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })
    expect(got.body.toString()).toBe('there')
    expect(seen.map(({ method, body }) => method + body)).toEqual(['POSTx', 'GET', 'GET', 'GET', 'GET', 'GET'])
    await expect(send({ url: at(6) })).rejects.toThrow(`The host 127.0.0.1:${v4} redirects more than 5 times`)
    answer = (_request, response) => response.writeHead(307, { location: `http://[::1]:${v6}/` }).end()
    await expect(send({})).rejects.toThrow(refusal('::1'))
    answer = (_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end()
    await expect(send({})).rejects.toThrow('An address begins with http:// or https://')
    answer = (_request, response) => response.writeHead(301, { location: `http://a:b@127.0.0.1:${v4}/` }).end()
    await expect(send({})).rejects.toThrow('holds no user name')
  })

  it('S7 carries no credentials to another host, and keeps them on the same one', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=1', 'x-api-key': 'k', accept: 'application/json' }
    const allowed = [`127.0.0.1:${v4}`, `[::1]:${v6}`]
    answer = (request, response) => {
      if (request.url === '/') response.writeHead(307, { location: '/same' }).end()
      else if (request.url === '/same') response.writeHead(307, { location: `http://[::1]:${v6}/other` }).end()
      else response.end()
    }
    await send({ method: 'PUT', body: 'kept', headers }, allowed)
    expect(seen.map(({ method, body }) => method + body)).toEqual(['PUTkept', 'PUTkept', 'PUTkept'])
    expect(seen[1]?.headers).toMatchObject(headers)
    expect(seen[2]?.headers).toMatchObject({ accept: 'application/json' })
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen[2]?.headers[name]).toBeUndefined()
  })

  it('cuts off answers that are too large, packed or not, while they arrive', async () => {
    const tooLarge = `The answer of 127.0.0.1:${v4} is larger than 64 KiB`
    const maxBytes = 64 << 10
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    await expect(send({ maxBytes })).rejects.toThrow(tooLarge)
    const bomb = gzipSync(Buffer.alloc(50 << 20))
    for (const [encoding, body] of [
      ['gzip', bomb],
      ['gzip, gzip', gzipSync(bomb)],
      ['br', brotliCompressSync(Buffer.alloc(50 << 20), { params: { 1: 1 } })],
    ] as const) {
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)
      await expect(send({ maxBytes })).rejects.toThrow(tooLarge)
    }
    for (const encoding of ['gzip, gzip, gzip', 'odd', 'constructor']) {
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
      await expect(send({ maxBytes })).rejects.toThrow(`is packed as ${encoding}, which cannot be read`)
    }
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'))
    expect((await send({})).body.toString()).toBe('plain')
    expect(seen.at(-1)?.headers['accept-encoding']).toBe('gzip, deflate, br, zstd')
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    await expect(send({})).rejects.toThrow(/cannot be reached: incorrect header check/)
  })

  it('gives up on hosts that are slow to begin, slow to end, or not there', async () => {
    const slow = `The host 127.0.0.1:${v4} did not answer within 0.3 s`
    answer = () => {}
    await expect(send({ timeoutMs: 300 })).rejects.toThrow(slow)
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    }
    await expect(send({ timeoutMs: 300 })).rejects.toThrow(slow)
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 100)
    await expect(send({ signal: abort.signal })).rejects.toThrow(`The request to 127.0.0.1:${v4} was given up`)
    await expect(send({ url: 'http://127.0.0.1:1/' }, ['127.0.0.1'])).rejects.toThrow(
      /cannot be reached: .*ECONNREFUSED/,
    )
    await expect(send({ url: 'http://gone.example/' }, ['gone.example'])).rejects.toThrow(/ENOTFOUND/)
    answer = (request) => request.socket.destroy()
    await expect(send({})).rejects.toThrow(/cannot be reached/)
  })

  it('lets nobody steer the connection or smuggle headers', async () => {
    for (const name of [
      'Host',
      'Content-Length',
      'transfer-encoding',
      'Proxy-Authorization',
      'connection',
      'upgrade',
    ]) {
      await expect(send({ headers: { [name]: 'x' } })).rejects.toThrow(
        `The header '${name.toLowerCase()}' cannot be set`,
      )
    }
    await expect(send({ headers: { 'x-a': 'b\r\nx-c: d' } })).rejects.toThrow(
      "The header 'x-a' cannot be sent as it is",
    )
    await expect(send({ headers: { 'x a': 'b' } })).rejects.toThrow('cannot be sent as it is')
    await expect(send({ method: 'CONNECT' })).rejects.toThrow('The method is one of GET')
    await expect(send({ url: `http://a:b@127.0.0.1:${v4}/` })).rejects.toThrow('holds no user name or password')
  })

  it('asks no proxy of the environment', async () => {
    const before = process.env.HTTP_PROXY
    process.env.HTTP_PROXY = 'http://127.0.0.1:1'
    try {
      expect((await send({})).status).toBe(200)
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY
      else process.env.HTTP_PROXY = before
    }
  })
})
