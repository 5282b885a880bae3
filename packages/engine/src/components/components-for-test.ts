import type { ComponentGraph } from '@millrace/contract'
import { compileProgram, type CompileOptions } from './compile-program.ts'
import type { Program } from './program.ts'

type Part = Partial<Omit<ComponentGraph, 'inputs' | 'outputs' | 'links' | 'instances'>> & {
  name: string
  in?: string[]
  out?: string[]
  /** 'instance: component' or just 'component'. */
  uses?: string[]
  /** Constants by instance and port. */
  values?: Record<string, Record<string, unknown>>
  /** 'a.x → b.y', '' before the dot for the component itself; code after '::'. */
  links?: string[]
}

/** A component version as tests write it; its id is its name. */
export function component(part: Part): ComponentGraph {
  const { name, in: inputs = [], out: outputs = [], uses = [], links = [], values = {}, ...rest } = part
  return {
    _id: name,
    name,
    version: 1,
    kind: uses.length > 0 || links.length > 0 ? 'workflow' : 'instruction',
    inputs: inputs.map((port) => ({ name: port, inputSchema: {} })),
    outputs: outputs.map((port) => ({ name: port, outputSchema: {} })),
    instances: uses.map((text) => {
      const [instance = '', instanceOf = instance] = text.split(': ')
      return values[instance] === undefined
        ? { name: instance, instanceOf }
        : { name: instance, instanceOf, values: values[instance] }
    }),
    links: links.map((text, index) => linkOf(text, index)),
    jsCode: '',
    isDB: false,
    isIO: false,
    ...rest,
  }
}

function linkOf(text: string, index: number): ComponentGraph['links'][number] {
  const [way = '', jsCode = 'ctx.output = ctx.input;'] = text.split(' :: ')
  const [from = '', to = ''] = way.split(' → ')
  const split = (end: string): [string, string] => [
    end.slice(0, end.lastIndexOf('.')),
    end.slice(end.lastIndexOf('.') + 1),
  ]
  const [fromInstance, fromPort] = split(from)
  const [toInstance, toPort] = split(to)
  const schemas = { inputSchema: {}, outputSchema: {} }
  return { name: `link ${index + 1}`, fromInstance, fromPort, toInstance, toPort, jsCode, ...schemas }
}

/** Compiles the first component with the others at hand. */
export function compiled(parts: Part[], options?: CompileOptions): Promise<Program> {
  const all = parts.map(component)
  const [root] = all
  if (root === undefined) throw new Error('no component')
  return compileProgram(root, (id) => all.find((entry) => entry._id === id), options)
}

/** A workflow `in rows, out rows` that runs the code for each record. */
export function forEachRecord(jsCode: string, more: Partial<Part> = {}): Part[] {
  return [
    {
      name: 'Catalogue',
      in: ['rows'],
      out: ['rows'],
      uses: ['Rows'],
      links: ['.rows → Rows.rows', 'Rows.rows → .rows'],
    },
    {
      name: 'Rows',
      kind: 'forEach',
      in: ['rows'],
      out: ['rows'],
      uses: ['Row'],
      links: ['.rows → Row.row', 'Row.row → .rows'],
    },
    { name: 'Row', in: ['row'], out: ['row'], jsCode, ...more },
  ]
}
