import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of the web app that prepare jsdom (matchers, missing browser functions), run before each of its test files. */
const webSetup = 'apps/web/src/test-support/setup.ts'

// isolated-vm, which many tests load, needs Node without its start-up snapshot.
const execArgv = ['--no-node-snapshot']
/**
 * Where the heap starts of a process that holds the whole server, or all of the app, and makes many short-lived values
 * for each file: from its usual start V8 collects it again and again, a tenth of the processor time of the server's
 * tests and a thirtieth of the app's.
 */
const workerHeap = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-heap-size=512']

/** Vitest by itself leaves one core free, which of two is half of the machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/**
 * A quick run (`npm run test:fast`) leaves to the whole one what takes minutes: hostile input, killed processes, races,
 * limits that are reached, whole starts (the command line and the demo among them), sweeps over every call, and what
 * waits: for brokers, mail servers, sources and targets that fail, for clocks, for others who must be gone.
 */
const slow = [
  '**/*.hostile.*.test.ts',
  '**/*.kill.db.test.ts',
  'scripts/start.db.test.ts',
  '**/*.races.db.test.ts',
  '**/*.limits.db.test.ts',
  'apps/server/src/entry/**/*.db.test.ts',
  'apps/server/src/guarantees/*.db.test.ts',
  'apps/server/src/platform/embedded/*.db.test.ts',
  'apps/server/src/documents/modules/modules.db.test.ts',
  'apps/server/src/work/pipelines/listeners/**/*.db.test.ts',
  'apps/server/src/people/mail/*.db.test.ts',
  'apps/server/src/platform/queue/*.db.test.ts',
  'apps/server/src/test-support/*.db.test.ts',
  '**/{live,live.access,documents.live,pause,permissions.property,real-time,scheduler,test-runs}.db.test.ts',
  '**/{table-sink.faults,runs.sinks,runs.spare,output-tables}.db.test.ts',
  '**/{import-faults,spare-import,streamed-import,table-download,code-sampler}.run.test.ts',
  '**/rejected-records.{db,run}.test.ts',
]
/** How long `expect.poll` waits for what is to come: a state that takes half a second alone takes many under load. */
const expect = { poll: { timeout: 20_000 } }

/**
 * The files that take longest begin first: at the end of a stage one of them would leave the other workers idle. Each of
 * them waits much, for processes that are gone and work that is taken up again.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      /\.(kill|hostile)\.|(start|main|sinks|failing-brokers|postgres|commands|modules|limits|backup|every-call|listeners)\.db\.test|(gallery|looks.*|two-factor|bad-input)\.e2e/.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

const exclude = ['**/node_modules/**', ...(process.env.MILLRACE_TEST_FAST ? slow : [])]

export default defineConfig({
  test: {
    pool: 'forks',
    execArgv,
    reporters: ['dot'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Pure functions: loading them anew for every file takes longer than testing them.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.run.test.ts', '**/node_modules/**'],
          pool: 'forks',
          execArgv,
          maxWorkers,
          testTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          // Tests that start runner processes or read whole product files: seconds each.
          name: 'engine',
          isolate: false,
          setupFiles: ['packages/engine/src/formats/test-support/warm-runners.ts'],
          include: ['packages/engine/src/**/*.run.test.ts'],
          exclude,
          pool: 'forks',
          execArgv,
          // A third of the time they wait, for limits to be reached and processes to end.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'server',
          // A file that loads the whole server anew, and builds the runner's program, takes a quarter of its time for it.
          isolate: false,
          include: ['packages/*/src/**/*.db.test.ts', 'apps/server/src/**/*.db.test.ts', 'scripts/**/*.db.test.ts'],
          exclude,
          // One PostgreSQL and one MariaDB for the run, unless MILLRACE_TEST_DATABASE_URL and MILLRACE_TEST_MYSQL_URL name servers.
          globalSetup: ['scripts/test-servers.ts', 'scripts/test-programs.ts'],
          pool: 'forks',
          execArgv: [...execArgv, ...workerHeap],
          // More than there are cores: about half of the time these tests wait, for leases to run out and limits to be reached.
          maxWorkers: availableParallelism() + 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Loading jsdom, React and antd anew for every file takes longer than testing; the set-up renews our own modules.
          isolate: false,
          setupFiles: existsSync(new URL(webSetup, import.meta.url)) ? [webSetup] : [],
          pool: 'forks',
          execArgv: [...execArgv, ...workerHeap],
          css: false,
          // A third of the time they wait, for what appears a moment later.
          maxWorkers: maxWorkers + 1,
          testTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['scripts/test-programs.ts', 'e2e/support/prepare-products.ts'],
          setupFiles: ['e2e/support/tell-failures.ts'],
          pool: 'forks',
          // Each file has a product of its own; the files of a worker share a browser.
          isolate: false,
          maxWorkers: 2,
          expect,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'guarantees',
          include: ['packages/*/src/**/*.guarantee.ts', 'apps/*/src/**/*.guarantee.ts', 'e2e/**/*.guarantee.ts'],
          globalSetup: ['scripts/test-servers.ts'],
          pool: 'forks',
          execArgv,
          fileParallelism: false,
          testTimeout: 1_800_000,
          expect,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
