import {
  ComponentInputPort,
  ComponentInstance,
  ComponentKind,
  ComponentLink,
  ComponentOutputPort,
} from '@millrace/contract'
import { z } from 'zod'

const Format1 = z.object({
  format: z.literal(1),
  description: z.string(),
  kind: ComponentKind,
  testPayload: z.string(),
  testContext: z.string(),
  inputs: z.array(ComponentInputPort),
  outputs: z.array(ComponentOutputPort),
  instances: z.array(ComponentInstance),
  links: z.array(ComponentLink),
  jsCode: z.string(),
  isDB: z.boolean(),
  isIO: z.boolean(),
  /** Ready-made components only: no save ever stores it, or a component could claim that it streams when it does not. */
  recordWise: z.boolean().optional(),
  /** Which schema version each reference in the ports meant at the last save. */
  addresses: z.record(z.string(), z.string()),
})

/** What a component version stores. */
export type ComponentContent = z.infer<typeof Format1>

/** Reads stored content of any format this product ever wrote. */
export const parseComponentContent = (stored: Record<string, unknown>): ComponentContent => Format1.parse(stored)

export const emptyComponent: ComponentContent = {
  format: 1,
  description: '',
  kind: 'workflow',
  testPayload: '{}',
  testContext: '{}',
  inputs: [],
  outputs: [],
  instances: [],
  links: [],
  jsCode: '',
  isDB: false,
  isIO: false,
  addresses: {},
}
