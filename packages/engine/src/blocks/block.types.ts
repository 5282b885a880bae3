import type { ComponentInputPort, ComponentOutputPort, JsonSchema } from '@millrace/contract'

/** A component that comes with the product. */
export type Block = {
  /** What it is called in the tool, and in its own error messages. */
  name: string
  /** One sentence: what it does to records. */
  description: string
  /** A function where nothing is waited for. */
  kind: 'function' | 'instruction'
  /** Works on any chunk of the list on its first input, so that it streams. */
  recordWise: boolean
  isDB: boolean
  isIO: boolean
  inputs: ComponentInputPort[]
  outputs: ComponentOutputPort[]
  code: string
  /** ctx.input of a first test run, which works as it is. */
  testPayload: unknown
  testContext: unknown
}

/** A list of records of any shape. */
export const recordList: JsonSchema = { type: 'array', items: { type: 'object' } }
