import type { Program } from '../../components/program.ts'
import { sourcePath } from '../../components/source-path.ts'
import { type CodePlace, errorInside, unknownPlace, RunError } from '../../runs/run-error.ts'

type Frame = { in: string; source: string; line: number; column: number }
type GuestFailure = {
  vertex: number
  record: number
  source: number
  items: number[]
  /** It happened inside a closed box. */
  closed?: boolean
  name: string
  message: string
  frames: Frame[]
}

/** The output of a call is no plain data and cannot leave the isolate. */
export class NotPlainDataError extends RunError {}

/** Turns errors of the guest and of V8 into RunErrors with places in the authors' own code. */
export class CodeErrorMapper {
  readonly #program: Program
  readonly #paths: string[]
  /** Paths of closed boxes. */
  readonly #boxes: ReadonlySet<string>

  constructor(program: Program, paths: string[]) {
    this.#program = program
    this.#paths = paths
    this.#boxes = new Set(program.sources.flatMap(({ box }) => box ?? []))
  }

  /** Whether the source, 'component:3', runs in a closed box; a module may be anybody's. */
  isClosed(source: string): boolean {
    return boxOf(this.#program, source) !== null || (this.#boxes.size > 0 && source.startsWith('module:'))
  }

  place(vertex: number, record: number, source: number, line: { line: number; column: number } | null): CodePlace {
    const component = this.#paths[vertex] || null
    const box = this.#program.sources[source]?.box
    if (box !== undefined || this.#boxes.has(component ?? '')) return { ...unknownPlace, component: box ?? component }
    return {
      component,
      source: this.#program.sources[source]?.label ?? null,
      line: line?.line ?? null,
      column: line?.column ?? null,
      record: record > 0 ? record : null,
      items: [],
    }
  }

  /** A throw inside the guest, described there as JSON text. */
  fromGuest(text: string): RunError {
    const failure = JSON.parse(text) as GuestFailure
    if (failure.closed === true) {
      const { record, items } = failure
      const component = this.#paths[failure.vertex] || null
      const place = { ...unknownPlace, component, record: record > 0 ? record : null, items }
      return new RunError('error', errorInside, place)
    }
    // An error inside a module is shown at the component's line that called it.
    const top = failure.frames.find((frame) => frame.source.startsWith('component:')) ?? failure.frames[0]
    const place: CodePlace = {
      ...this.place(failure.vertex, failure.record, failure.source, top ?? null),
      items: failure.items,
      source: sourceLabel(this.#program, top?.source) ?? this.#program.sources[failure.source]?.label ?? null,
    }
    const message = failure.name === '' ? failure.message : `${failure.name}: ${failure.message}`
    const lines = failure.frames.map((frame) => {
      const at = `${sourceLabel(this.#program, frame.source) ?? frame.source}:${frame.line}:${frame.column}`
      return `    at ${frame.in === '' ? at : `${frame.in} (${at})`}`
    })
    return new RunError('error', message, place, [message, ...lines].join('\n'))
  }

  /** What V8 or isolated-vm throws about a call. */
  fromHost(problem: unknown, place: CodePlace): RunError {
    const message = problem instanceof Error ? problem.message : String(problem)
    if (/timed out/.test(message)) return new RunError('timeout', 'the code took too long', place)
    if (/memory limit|disposed|allocation failed|out of memory/i.test(message)) {
      return new RunError('memory', 'the code used too much memory', place)
    }
    // 'illegal access' is what is left of an exception in a getter or proxy while a result is copied out.
    if (/could not be cloned|non-transferable|illegal access/.test(message)) {
      return new NotPlainDataError('error', `the output is not plain data: ${message.slice(0, 200)}`, place)
    }
    // A rejection that nobody handled, of whose code cannot be told.
    if (this.#boxes.size > 0) return new RunError('error', errorInside, unknownPlace)
    return new RunError('error', message.slice(0, 2000), place)
  }
}

/** Label of 'component:3' or 'module:x'. */
function sourceLabel(program: Program, name: string | undefined): string | null {
  if (name === undefined) return null
  const [kind, rest = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  return kind === 'module' ? `module ${rest}` : (program.sources[Number(rest)]?.label ?? null)
}

/** Path of the closed box that 'component:3' runs in, or null. */
const boxOf = (program: Program, source: string | undefined): string | null =>
  program.sources[sourceIndex(source)]?.box ?? null

const sourceIndex = (name = ''): number => (name.startsWith('component:') ? Number(name.slice(10)) : -1)

/** V8 appends ' [file:line:column]' to what it says about a text that does not compile. */
export function toSyntaxError(program: Program, problem: unknown, filename?: string): RunError {
  const text = problem instanceof Error ? problem.message : String(problem)
  const at = /^([\s\S]*?)\s*\[((?:component|module):[^\]]*?):(-?\d+):(\d+)\]$/.exec(text)
  const box = boxOf(program, at?.[2] ?? filename)
  if (box !== null) return new RunError('syntax', errorInside, { ...unknownPlace, component: box })
  const label = sourceLabel(program, at?.[2] ?? filename)
  // What V8 finds in the line it was put after belongs to the author's first.
  const line = at === null ? null : Math.max(1, Number(at[3]))
  const column = at === null ? null : Number(at[4])
  const component = sourcePath(program, sourceIndex(at?.[2] ?? filename)) ?? label
  const place: CodePlace = { ...unknownPlace, component, source: label, line, column }
  const message = `SyntaxError: ${(at?.[1] ?? text).slice(0, 500)}`
  const where = line === null ? '' : `\n    at ${label}:${line}:${column}`
  return new RunError('syntax', message, place, `${message}${where}`)
}
