import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { connect as connectAmqp } from 'amqplib'
import { connectAsync } from 'mqtt'
import { pickFreePort } from '../platform/embedded/free-port.ts'
import brokers from './brokers.json' with { type: 'json' }

export type BrokerKind = keyof typeof brokers

/** A real broker of this file, on a port of its own, with a queue, topic or stream for the listener. */
export type TestBroker = {
  kind: BrokerKind
  url: string
  /** The same with a password that it refuses. */
  wrongUrl: string
  port: number
  topic: string
  /** Sends messages that the broker has confirmed when this resolves. */
  send(messages: readonly { body: string; id?: string }[]): Promise<void>
  stop(): Promise<void>
}

type Suite = (title: string, body: () => void) => void

/**
 * Tests with a real broker; where it is not installed they are skipped and say why, with CI=true they fail.
 * @param suite `describe`, and `describe.skip` in its place
 */
export function brokerSuite(suite: Suite & { skip: Suite }, kind: BrokerKind, title: string, body: () => void): void {
  const { from } = brokers[kind]
  const isRun = existsSync(brokers[kind].program) || process.env.CI === 'true'
  const take = isRun ? suite : suite.skip
  take(isRun ? title : `${title} (not installed: apt-get install ${from})`, body)
}

/** RabbitMQ takes some ten seconds to start, on a busy machine a minute. */
const startMs = 180_000

/** Those that RabbitMQ comes with; the others are given them. */
const user = 'guest'
const password = 'guest'

export async function startBroker(kind: BrokerKind): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-broker-'))
  const port = await pickFreePort()
  const child = await spawnBroker(kind, folder, port)
  const url = `${kind}://${user}:${password}@127.0.0.1:${port}`
  const client = await untilServing(() => clients[kind](url), child)
  return {
    ...{ kind, url, wrongUrl: url.replace(`:${password}@`, ':wrong@'), port },
    ...{ topic: kind === 'mqtt' ? 'orders/#' : 'orders', send: client.send },
    async stop() {
      await client.close().catch(() => undefined)
      const ended = new Promise((resolve) => child.once('close', resolve))
      // RabbitMQ is a shell with the virtual machine and the port mapper beside it, all of one group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function spawnBroker(kind: BrokerKind, folder: string, port: number): Promise<ChildProcess> {
  const { program } = brokers[kind]
  const options = { detached: true, stdio: 'ignore' as const, cwd: folder }
  if (kind === 'nats') {
    return spawn(
      program,
      ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port), '--user', user, '--pass', password],
      options,
    )
  }
  if (kind === 'mqtt') {
    const file = join(folder, 'mosquitto.conf')
    const passwords = join(folder, 'passwords')
    execFileSync(brokers.mqtt.passwords, ['-b', '-c', passwords, user, password], { stdio: 'ignore' })
    writeFileSync(
      file,
      `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\nuser root\nmax_queued_messages 100000\n`,
    )
    return spawn(program, ['-c', file], options)
  }
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    RABBITMQ_NODENAME: `millrace${port}@localhost`,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(await pickFreePort()),
    ERL_EPMD_PORT: String(await pickFreePort()),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  }
  // It needs a port mapper, and would start one as a daemon that outlives it; this one is of its group.
  return spawn('sh', ['-c', 'epmd & exec "$0"', program], { ...options, env })
}

/**
 * The first client that a broker lets in. An open port is not enough: RabbitMQ listens before it has read who may come
 * in, and cuts off who comes that early.
 */
async function untilServing(open: () => Promise<Client>, child: ChildProcess): Promise<Client> {
  const end = Date.now() + startMs
  for (;;) {
    const client = await open().catch((error: Error) => error)
    if (!(client instanceof Error)) return client
    if (child.exitCode !== null) throw new Error(`the broker ended with ${child.exitCode}`)
    if (Date.now() > end) throw new Error('the broker did not start', { cause: client })
    await sleep(100)
  }
}

type Client = Pick<TestBroker, 'send'> & { close(): Promise<void> }

const clients: Record<BrokerKind, (url: string) => Promise<Client>> = {
  async amqp(url) {
    const model = await connectAmqp(url)
    const channel = await model.createConfirmChannel()
    await channel.assertQueue('orders', { durable: true })
    return {
      async send(messages) {
        for (const { body, id } of messages) {
          channel.sendToQueue('orders', Buffer.from(body), { persistent: true, ...(id && { messageId: id }) })
        }
        await channel.waitForConfirms()
      },
      close: () => model.close(),
    }
  },
  async mqtt(url) {
    const client = await connectAsync(url, { protocolVersion: 5 }, false)
    return {
      async send(messages) {
        for (const { body } of messages) await client.publishAsync('orders/new', body, { qos: 1 })
      },
      close: () => client.endAsync(),
    }
  },
  async nats(url) {
    const connection = await connectNats({ servers: new URL(url).host, user, pass: password })
    await (await jetstreamManager(connection)).streams.add({ name: 'ORDERS', subjects: ['orders'] })
    const stream = jetstream(connection)
    return {
      async send(messages) {
        for (const { body } of messages) await stream.publish('orders', body)
      },
      close: () => connection.close(),
    }
  },
}
