import { expireHeartbeats } from '../guarantees/expire-heartbeats.ts'
import type { TestPlatform } from './platform.ts'
import { type ProductProcess, startProcess } from './product-process.ts'

/** The worker processes that a test file starts and kills. */
export type WorkerProcesses = {
  start(): Promise<ProductProcess>
  /** One that an earlier test left running, or a new one: each start takes a second of a processor. */
  takeOrStart(): Promise<ProductProcess>
  /** SIGKILL; the queue sees at once that it is gone. */
  kill(worker: ProductProcess): Promise<void>
  /** Kills those that still run; for `afterEach` and `afterAll`. */
  killAll(): Promise<void>
}

/**
 * Workers of the product on a platform of the tests, each a process of its own with these settings.
 * @param platform asked at each start: a file makes its platform in `beforeAll`
 */
export function workerProcesses(
  platform: () => TestPlatform,
  env: () => Record<string, string> = () => ({ MILLRACE_WORKERS: '1' }),
): WorkerProcesses {
  const running = new Set<ProductProcess>()
  const kill = async (worker: ProductProcess): Promise<void> => {
    running.delete(worker)
    await worker.kill()
    await expireHeartbeats(platform().db)
  }
  const start = async (): Promise<ProductProcess> => {
    const worker = await startProcess('worker', platform(), env())
    running.add(worker)
    return worker
  }
  return {
    start,
    takeOrStart: async () => [...running][0] ?? start(),
    kill,
    async killAll() {
      for (const worker of running) await kill(worker)
    },
  }
}
