import type { FromRunner, ToRunner } from '../protocol/messages.ts'
import { unknownPlace, RunError } from '../runs/run-error.ts'
import type { BareIsolate, Ivm } from './code/guest-realm.ts'
import { ParentLink } from './link/parent-link.ts'
import { Heartbeat } from './link/heartbeat.ts'

// The disposable process. It speaks frames on stdin and stdout, reads inherited descriptors and knows nothing else.
/** Given by runner.boot.cjs: the code V8 has made of this program so far. */
declare const compiledCode: () => Buffer
const [uid = '0', addon = ''] = process.argv.slice(2)

const ivm = loadAddon(addon)
// After loading, so that a private install folder does not matter.
if (Number(uid) > 0 && process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
// Component code gives the same local times on every machine.
process.env.TZ = 'UTC'

const link = new ParentLink()
const heartbeat = new Heartbeat(link)
process.on('uncaughtException', (problem) => link.finish({ kind: 'fault', fault: faultOf(problem) }))
process.on('unhandledRejection', (problem) => link.finish({ kind: 'fault', fault: faultOf(problem) }))
/** The isolate of the import that will come, opened while this process waits for it. */
let prepared: Promise<BareIsolate> | undefined
link.listen(
  (message) => {
    heartbeat.start()
    run(message).then(
      (done) => link.finish(done),
      (problem: unknown) => link.finish({ kind: 'fault', fault: faultOf(problem) }),
    )
  },
  (coming) => {
    // Node loads the module of this clock when it is first asked, which takes milliseconds.
    performance.now()
    if (coming.for === 'check') {
      import('./jobs/validate-job.ts').catch(() => {
        // The check itself says what is wrong.
      })
      return
    }
    const { guest, isolateMiB } = coming
    prepared = Promise.all([import('./jobs/import-job.ts'), import('./code/guest-realm.ts')]).then(
      ([, { openIsolate }]) => openIsolate(ivm(), guest, isolateMiB),
    )
  },
)

/** Loads what the job needs, and no more: a test run parses no file. */
async function run({ job, limits }: Extract<ToRunner, { kind: 'start' }>): Promise<FromRunner> {
  switch (job.mode) {
    case 'validate': {
      const { runValidateJob } = await import('./jobs/validate-job.ts')
      return { kind: 'done', result: await runValidateJob(job, limits, link, heartbeat) }
    }
    case 'rejected': {
      const { runRejectedJob } = await import('./jobs/rejected-job.ts')
      return { kind: 'done', result: await runRejectedJob(job) }
    }
    case 'table': {
      const { runTableJob } = await import('./jobs/table-job.ts')
      return { kind: 'done', result: await runTableJob(job, limits) }
    }
    case 'convert': {
      const { runConvertJob } = await import('./jobs/convert-job.ts')
      return { kind: 'done', result: await runConvertJob(job, limits) }
    }
    case 'sample': {
      const { runSampleJob } = await import('./jobs/sample-job.ts')
      return { kind: 'done', result: await runSampleJob(job) }
    }
    case 'preview': {
      const { runPreviewJob } = await import('./jobs/preview-job.ts')
      return { kind: 'done', result: await runPreviewJob(job, limits) }
    }
    case 'infer': {
      const { runInferJob } = await import('./jobs/infer-job.ts')
      return { kind: 'done', result: await runInferJob(job, limits) }
    }
    case 'check': {
      const { runCheckJob } = await import('./jobs/check-job.ts')
      return { kind: 'done', result: runCheckJob(job) }
    }
    case 'import': {
      const { runImportJob } = await import('./jobs/import-job.ts')
      return { kind: 'done', result: await runImportJob(ivm(), job, limits, link, heartbeat, await prepared) }
    }
    case 'warmUp': {
      const { runValidateJob } = await import('./jobs/validate-job.ts')
      const { runImportJob } = await import('./jobs/import-job.ts')
      await runValidateJob(job.checks, limits, link, heartbeat)
      await runImportJob(ivm(), job.imports, limits, link, heartbeat)
      return { kind: 'done', result: { mode: 'warmUp', code: compiledCode().toString('base64') } }
    }
    case 'endpoint': {
      const { runEndpointJob } = await import('./jobs/endpoint-job.ts')
      return runEndpointJob(ivm(), job, limits, link, heartbeat)
    }
    case 'execute': {
      const { runExecuteJob } = await import('./jobs/execute-job.ts')
      return { kind: 'done', result: await runExecuteJob(ivm(), job, limits, link, heartbeat) }
    }
  }
}

function faultOf(thrown: unknown): Extract<FromRunner, { kind: 'fault' }>['fault'] {
  const problem = faultOfData(thrown) ?? thrown
  if (problem instanceof RunError) {
    return { kind: problem.kind, message: problem.message, place: problem.place, stack: problem.codeStack }
  }
  const message = problem instanceof Error ? problem.message : String(problem)
  return { kind: 'setup', message, place: unknownPlace, stack: problem instanceof Error ? (problem.stack ?? '') : '' }
}

const tooMuch = /allocat|Invalid (string|array|typed array) length|string longer than|out of memory/i

/** What data alone brings about in this process: too much of it, or nested too deeply. The rest is the product's fault. */
function faultOfData(problem: unknown): RunError | null {
  if (!(problem instanceof Error) || problem instanceof RunError) return null
  if (/call stack/.test(problem.message)) return new RunError('result', 'the data is nested too deeply')
  return tooMuch.test(problem.message) ? new RunError('memory', 'the run used too much memory') : null
}

/** By exact path: the finder of the package probes files that --permission denies. */
function loadAddon(file: string): () => Ivm {
  if (file === '') {
    return () => {
      throw new RunError('setup', 'this runner has no isolate')
    }
  }
  const holder = { exports: {} as { ivm?: Ivm } }
  process.dlopen(holder, file)
  return () => {
    if (holder.exports.ivm === undefined) throw new RunError('setup', 'the isolate add-on cannot be loaded')
    return holder.exports.ivm
  }
}
