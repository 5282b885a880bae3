import { z } from 'zod'
import { Id, ISODate } from '../primitives.ts'

/** A payload with what a component makes of it: a guard that later versions are held to (extension). */
export const TestCase = z.object({
  _id: Id,
  name: z.string(),
  payload: z.unknown(),
  rt_context: z.unknown(),
  expected: z.unknown(),
  /** Fields that may differ, as `findDifferences` reads them. */
  ignored: z.array(z.string()),
  /** Where its payload comes from, for people: 'record 12 of stores.csv'. */
  from: z.string().nullable(),
  updateDate: ISODate,
  updateUsername: z.string(),
})
export type TestCase = z.infer<typeof TestCase>

/** The cases of a component, and whether its drafts are locked only when all are green. */
export const TestCases = z.object({ cases: z.array(TestCase), needed: z.boolean() })
export type TestCases = z.infer<typeof TestCases>

/** `id` is any version of the component. With `_id` a case is changed, and fields that are absent stay. */
export const TestCaseInput = z.object({
  id: Id,
  _id: Id.optional(),
  name: z.string().optional(),
  payload: z.unknown().optional(),
  rt_context: z.unknown().optional(),
  expected: z.unknown().optional(),
  ignored: z.array(z.string()).optional(),
  from: z.string().nullable().optional(),
})
export type TestCaseInput = z.input<typeof TestCaseInput>

/** `failed`: the component could not be run to its end, and `message` says why. */
export const TestCaseResult = z.object({
  _id: Id,
  name: z.string(),
  state: z.enum(['green', 'red', 'failed']),
  message: z.string().nullable(),
  /** The first ones, by field. */
  differences: z.array(
    z.object({ pointer: z.string(), expected: z.unknown().optional(), actual: z.unknown().optional() }),
  ),
  total: z.number().int(),
  ms: z.number(),
})
export type TestCaseResult = z.infer<typeof TestCaseResult>

/** Cases a component may have, and characters of one case's payload, context and expected output together. */
export const maxTestCases = 200
export const maxTestCaseLength = 1_000_000

/** Calls of test cases (extension). */
export const testCaseCalls = {
  'GET /components/test-cases': { query: z.object({ id: Id }), reply: TestCases },
  'POST /components/test-cases': { body: TestCaseInput, reply: TestCase },
  'DELETE /components/test-cases': { query: z.object({ id: Id }), reply: z.object({ deleted: Id }) },
  'POST /components/test-cases/run': {
    body: z.object({ id: Id, cases: z.array(Id).optional() }),
    reply: z.array(TestCaseResult),
  },
  'POST /components/test-cases/needed': {
    body: z.object({ id: Id, needed: z.boolean() }),
    reply: z.object({ needed: z.boolean() }),
  },
}
