import type { Reference, Script } from 'isolated-vm'
import type { Program } from '../../components/program.ts'
import { RunError } from '../../runs/run-error.ts'
import { toSyntaxError } from './code-error-mapper.ts'
import type { GuestRealm } from './guest-realm.ts'

const strict = '"use strict";\n'

/**
 * Compiles each author's text alone and hands the functions to the driver.
 * @param loadMs milliseconds that V8 may take over each text
 * @throws RunError of kind syntax with the place in the author's own text, or of kind timeout
 */
export function loadProgram(realm: GuestRealm, program: Program, rtContext: unknown, loadMs: number): void {
  const { ivm, context, api } = realm
  const copy = (value: unknown) => new ivm.ExternalCopy(value).copyInto({ release: true })
  const functionOf = (script: Script) =>
    (script.runSync(context, { reference: true }) as unknown as Reference).derefInto({ release: true })

  for (const { name, code } of program.modules) {
    const script = compile(realm, program, code, `module:${name}`, ['module', 'exports', 'require'], false, loadMs)
    api.module.applySync(undefined, [name, functionOf(script)])
  }
  program.sources.forEach((source, index) => {
    const code = strict + source.code
    const script = compile(realm, program, code, `component:${index}`, ['ctx', 'require'], source.async, loadMs)
    const about = {
      kind: source.kind,
      async: source.async,
      db: source.db,
      io: source.io,
      closed: source.box !== undefined,
    }
    api.source.applySync(undefined, [index, functionOf(script), copy(about)])
  })
  api.load.applySync(undefined, [copy(program.graph), copy(rtContext ?? {})], { timeout: loadMs })
}

function compile(
  realm: GuestRealm,
  program: Program,
  code: string,
  filename: string,
  parameters: string[],
  isAsync: boolean,
  loadMs: number,
): Script {
  // The head's lines are taken off the positions, so that they are the author's own.
  const headLines = code.startsWith(strict) ? 2 : 1
  const text = `(${isAsync ? 'async ' : ''}function (${parameters.join()}) {\n${code}\n})`
  let script: Script
  try {
    script = realm.isolate.compileScriptSync(text, { filename, lineOffset: -headLines })
  } catch (problem) {
    throw toSyntaxError(program, problem)
  }
  try {
    // V8 itself says whether the text closes its own function: the one thing the compilation above cannot see.
    realm.api.check.applySync(undefined, [code, isAsync, parameters], { arguments: { copy: true }, timeout: loadMs })
  } catch (problem) {
    const fault = toSyntaxError(program, problem, filename)
    if (problem instanceof Error && problem.message === 'Script execution timed out.')
      throw new RunError('timeout', `reading the code took longer than ${loadMs / 1000} s`, fault.place)
    if (fault.place.source === null) throw fault
    throw new RunError('syntax', fault.message, { ...fault.place, line: 1, column: 1 })
  }
  return script
}
