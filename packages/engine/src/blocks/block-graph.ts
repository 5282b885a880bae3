import type { ComponentGraph } from '@millrace/contract'
import type { Block } from './block.types.ts'

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
