import type { ComponentGraph } from '@millrace/contract'
import type { Block } from './block.types.ts'
import { blocks } from './blocks.ts'

type World = {
  context?: unknown
  db?: unknown
  http?: unknown
  once?: (work: () => unknown) => unknown
  offset?: number
}
type Output = Record<string, Record<string, unknown>[]>

const AsyncFunction = (async () => {}).constructor as FunctionConstructor

/** Calls a block's code as a plain function: the isolate has tests of its own. A promise where the block waits. */
export function callBlock(name: string, input: Record<string, unknown>, world: World = {}): Output {
  const block = blocks.find((entry) => entry.name === name)
  if (block === undefined) throw new Error(`no block ${name}`)
  const { context = {}, ...rest } = world
  const Code = block.kind === 'instruction' ? AsyncFunction : Function
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours
  return new Code('ctx', `'use strict'\n${block.code}`)({ input, rt_context: context, ...rest }) as Output
}

/** The message of what the work throws; '' when it throws nothing. */
export function errorMessageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (problem) {
    return (problem as Error).message
  }
}

/** The block as a component version with this id, for programs made without a store. */
export function blockGraph(block: Block, id: string): ComponentGraph {
  const { name, kind, inputs, outputs, code, isDB, isIO, recordWise } = block
  return {
    _id: id,
    name,
    version: 1,
    kind,
    inputs,
    outputs,
    instances: [],
    links: [],
    jsCode: code,
    isDB,
    isIO,
    recordWise,
  }
}
