import { randomUUID } from 'node:crypto'
import { fromKysely, PgBoss, type Job } from 'pg-boss'
import type { Logger } from 'pino'
import type { Queue, QueueJob, SendOptions, WorkOptions } from './queue.ts'

/** pg-boss keeps its tables in a schema of this name. */
export const queueSchema = 'pgboss'

/** A process that died is noticed after 10 s without a sign of life, the least pg-boss takes (measured: 9.5 s to the retry). */
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 3

/**
 * How every queue is made. `exclusive` is one queued or active job per key; jobs sent without a key get one of their
 * own. The first retry comes after about a second, later ones further apart, up to a minute.
 */
const queueOptions = {
  policy: 'exclusive',
  notify: true,
  heartbeatSeconds,
  // The sign of life decides; this only ends a handler that forgot to end.
  expireInSeconds: 23 * 3600,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 7 * 24 * 3600,
} as const

/**
 * The queue on pg-boss. PostgreSQL notices start a job in any process within milliseconds; polling once a second finds
 * what became due, what is retried, and what a lost notice would have started.
 */
export function createPgBossQueue({ url, log }: { url: string; log: Logger }): Queue {
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    max: 5,
    application_name: 'millrace queue',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    connectionTimeoutMillis: 5000,
  })
  let stopped = false
  // A connection that breaks once the queue has stopped, because PostgreSQL stops as well, is no news.
  boss.on('error', (error) => (stopped ? log.debug({ err: error }, 'queue') : log.error({ err: error }, 'queue')))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))

  const made = new Map<string, Promise<void>>()
  const ensureQueue = (name: string): Promise<void> => {
    const known = made.get(name)
    if (known) return known
    const making = boss.createQueue(name, queueOptions).catch((error: unknown) => {
      made.delete(name)
      throw error
    })
    made.set(name, making)
    return making
  }

  return {
    async start() {
      await boss.start()
    },
    async send(name: string, data: object, options: SendOptions = {}) {
      await ensureQueue(name)
      return boss.send(name, data, {
        singletonKey: options.key ?? randomUUID(),
        ...(options.startAfter && { startAfter: options.startAfter }),
        ...(options.retryLimit !== undefined && { retryLimit: options.retryLimit }),
        ...(options.tx && { db: fromKysely(options.tx) }),
      })
    },
    async work<T extends object>(name: string, options: WorkOptions, handler: (job: QueueJob<T>) => Promise<void>) {
      await ensureQueue(name)
      // One pg-boss worker for each place, so that each can be sent to look again right after its job.
      for (let place = 0; place < options.concurrency; place++) {
        const worker = await boss.work<T>(
          name,
          { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, heartbeatRefreshSeconds },
          async (jobs) => {
            try {
              for (const job of jobs) await runJob(job, handler)
            } finally {
              boss.notifyWorker(worker)
            }
          },
        )
      }
    },
    async wake(name) {
      const { sql: text, parameters } = wakeStatement(name)
      await boss.getDb().executeSql(text, parameters)
    },
    async cancel(name, id) {
      await boss.cancel(name, id)
    },
    async stop(graceMs) {
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
      stopped = true
    },
  }
}

/** pg-boss fires the job's signal after each handler as well; ours tells of a stop or a lost job and nothing else. */
async function runJob<T extends object>(job: Job<T>, handler: (job: QueueJob<T>) => Promise<void>): Promise<void> {
  const lost = new AbortController()
  const abort = () => lost.abort(job.signal.reason)
  job.signal.addEventListener('abort', abort, { once: true })
  try {
    await handler({ id: job.id, data: job.data, signal: lost.signal })
  } finally {
    job.signal.removeEventListener('abort', abort)
  }
}

/** The notice that pg-boss itself sends with a new job: its channel is named by a hash of the schema. */
function wakeStatement(name: string): { sql: string; parameters: unknown[] } {
  return {
    sql: `select pg_notify('pgboss_' || left(encode(sha224('${queueSchema}'::bytea), 'hex'), 24), $1)`,
    parameters: [name],
  }
}
