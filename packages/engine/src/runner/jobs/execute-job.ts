import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { CodeIsolate, isSingleLeaf } from '../code/code-isolate.ts'
import type { Ivm } from '../code/guest-realm.ts'
import { droppedLineTotals } from './log-totals.ts'
import type { ExecuteJob, ExecuteResult } from '../../protocol/messages.ts'
import type { ParentLink } from '../link/parent-link.ts'
import type { Heartbeat } from '../link/heartbeat.ts'

/** A test run (CMP-018): payload in, output and rt_context out; what the code throws is part of the answer. */
export async function runExecuteJob(
  ivm: Ivm,
  job: ExecuteJob,
  limits: RunnerLimits,
  link: ParentLink,
  heartbeat: Heartbeat,
): Promise<ExecuteResult> {
  let code: CodeIsolate | null = null
  try {
    code = new CodeIsolate(
      ivm,
      job,
      limits,
      (lines) => link.log(lines),
      (requests) => link.ask(requests),
    )
    heartbeat.watch(code)
    const single = isSingleLeaf(job.program)
    if (single) await code.leaf(job.payload)
    else {
      await code.begin()
      const payload = job.payload !== null && typeof job.payload === 'object' ? job.payload : {}
      for (const port of job.program.inputs) {
        const value = Object.hasOwn(payload, port) ? (payload as Record<string, unknown>)[port] : undefined
        await code.value(port, value)
      }
    }
    const { output, rtContext } = await code.result(single)
    link.log(droppedLineTotals((await code.summary()).dropped))
    return { mode: 'execute', output, rtContext, links: await code.links(), fault: null }
  } catch (problem) {
    if (!(problem instanceof RunError) || (problem.kind !== 'error' && problem.kind !== 'syntax')) throw problem
    const fault = { kind: problem.kind, message: problem.message, place: problem.place, stack: problem.codeStack }
    const links = (await code?.links()) ?? []
    return { mode: 'execute', output: null, rtContext: job.rtContext ?? {}, links, fault }
  }
}
