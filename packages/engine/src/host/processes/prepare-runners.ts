import { type Containment, detectContainment } from './containment.ts'
import { loadGuestSources } from './guest-sources.ts'
import { runnerProgram } from './runner-program.ts'

/**
 * Done once when a process starts: ends leftovers of dead processes and makes the runner's program (0.1 to 0.3 s of
 * this thread, which the first run would pay otherwise).
 * @returns what holds component code here; its `missing` sentences belong in the log
 */
export function prepareRunners(): Containment {
  runnerProgram()
  loadGuestSources()
  return detectContainment()
}
