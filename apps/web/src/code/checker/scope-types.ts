import type { CodePort, CodeScope } from '../code-scope.ts'
import { sandboxTypes } from './sandbox-types.ts'
import { typesOfSchemas } from './schema-types.ts'
import { comment } from './type-comments.ts'

/**
 * The types of what a piece of code sees, as a module with `Ctx` and `Returned`. Each port of `ctx.output` is read as what
 * it will be, and may be set to nothing: what is left out has no value.
 */
export function typesOfScope(scope: CodeScope): string {
  const ports = [...scope.inputs, ...scope.outputs]
  const { types, declarations } = typesOfSchemas(ports, scope.store)
  const inputs = types.slice(0, scope.inputs.length)
  const outputs = scope.outputs.map(({ shared }, index) => {
    const type = types[scope.inputs.length + index] ?? 'any'
    return shared === true && type !== 'any' ? `Partial<${type}>` : type
  })
  const own = scope.kind === 'link' ? linkTypes(scope, inputs, outputs) : leafTypes(scope, inputs, outputs)
  return [sandboxTypes(scope), declarations, own].join('\n')
}

function linkTypes({ inputs, outputs }: CodeScope, [input = 'any']: string[], [output = 'any']: string[]): string {
  return `export interface Ctx extends Sandbox {
  ${comment(`What comes out of the port ${inputs[0]?.name ?? ''}.`)}  input: ${input}
  ${comment(`What the port ${outputs[0]?.name ?? ''} gets. Left undefined, nothing goes on.`)}  get output(): ${output}
  set output(value: ${output} | undefined)
}
export type Returned = ${output === 'any' ? 'any' : `${output} | undefined | void`}`
}

function leafTypes(scope: CodeScope, inputs: string[], outputs: string[]): string {
  const lines = (ports: readonly CodePort[], line: (name: string, index: number) => string) =>
    ports.map(({ name }, index) => line(name, index)).join('\n')
  const given = lines(scope.outputs, (name, index) => `  ${name}?: ${outputs[index]}`)
  const read = lines(
    scope.outputs,
    (name, index) => `  get ${name}(): ${outputs[index]}\n  set ${name}(value: ${outputs[index]} | undefined)`,
  )
  const isFunction = scope.kind === 'function'
  return `export interface Input {
${lines(scope.inputs, (name, index) => `  ${name}: ${inputs[index]}`)}
}
export interface Output {
${read}
}
interface Outputs {
${given}
}
export interface Ctx extends Sandbox {
  /** The value of each input port. */
  input: Input
${isFunction ? '  /** A function returns its outputs: nothing reads what is put here. */\n  readonly output: Readonly<Record<string, never>>' : '  /** The value of each output port. */\n  get output(): Output\n  set output(value: Outputs)'}
${scope.recordWise === true ? '  /** Records before this chunk of the list. */\n  readonly offset: number\n  /** Does the work for the first chunk and gives its result to all. */\n  readonly once: <Result>(work: () => Result) => Result\n  /** The record of the chunk that an error is about. */\n  record: number | undefined' : ''}
}
export type Returned = ${isFunction ? 'Outputs | undefined | null | void' : 'Promise<Outputs | undefined | null | void>'}`
}
