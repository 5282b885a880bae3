import { z } from 'zod'
import { Id } from '../primitives.ts'

export const ModuleState = z.enum(['listed', 'installing', 'ready', 'failed'])
export type ModuleState = z.infer<typeof ModuleState>

/** MOD-004; `state` and `reason` are extensions: a module is used by code once it is ready. */
export const Module = z.object({
  _id: Id,
  name: z.string(),
  version: z.string(),
  download: z.boolean(),
  builtin: z.boolean(),
  tags: z.array(Id),
  state: ModuleState,
  reason: z.string().nullable(),
})
export type Module = z.infer<typeof Module>

/** Presence is judged in the service, with the texts of MOD-005. */
export const ModuleInput = z.object({
  name: z.string(),
  version: z.string(),
  download: z.boolean().default(false),
  tags: z.array(Id).default([]),
})
export type ModuleInput = z.input<typeof ModuleInput>

export const moduleCalls = {
  'GET /allowed-modules': { reply: z.array(Module) },
  'POST /allowed-modules': { body: ModuleInput, reply: Module },
  'PUT /allowed-modules': { body: ModuleInput.extend({ _id: Id }), reply: Module },
  'DELETE /allowed-modules/{id}': { params: z.object({ id: Id }), reply: z.object({ deleted: Id }) },
  'POST /allowed-modules/{id}/install': { params: z.object({ id: Id }), reply: Module },
}
