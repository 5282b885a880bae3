import { z } from 'zod'
import { Id, ISODate } from '../primitives.ts'

/**
 * A payload with what a document makes of it: a guard that later versions are held to (extension). The payload of a
 * component is its ctx.input, that of a schema one record, that of a pipeline records by data source.
 */
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

/** The cases of a document, and whether its drafts are locked only when all are green. */
export const TestCases = z.object({ cases: z.array(TestCase), needed: z.boolean() })
export type TestCases = z.infer<typeof TestCases>

/** `id` is any version of the document. With `_id` a case is changed, and fields that are absent stay. */
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

/** `failed`: the version could not be run to its end, and `message` says why. */
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

/** Cases a document may have, and characters of one case's payload, context and expected output together. */
export const maxTestCases = 200
export const maxTestCaseLength = 1_000_000

const list = { query: z.object({ id: Id }), reply: TestCases }
const save = { body: TestCaseInput, reply: TestCase }
const remove = { query: z.object({ id: Id }), reply: z.object({ deleted: Id }) }
const run = { body: z.object({ id: Id, cases: z.array(Id).optional() }), reply: z.array(TestCaseResult) }
const setNeeded = { body: z.object({ id: Id, needed: z.boolean() }), reply: z.object({ needed: z.boolean() }) }
/** What comes of a payload that is yet to be kept; components have `execute` for that. */
const tryOut = { body: z.object({ id: Id, payload: z.unknown() }), reply: z.object({ output: z.unknown() }) }

/** Calls of test cases (extension): the same below each kind of documents. */
export const testCaseCalls = {
  'GET /schemas/test-cases': list,
  'GET /components/test-cases': list,
  'GET /pipelines/test-cases': list,
  'POST /schemas/test-cases': save,
  'POST /components/test-cases': save,
  'POST /pipelines/test-cases': save,
  'DELETE /schemas/test-cases': remove,
  'DELETE /components/test-cases': remove,
  'DELETE /pipelines/test-cases': remove,
  'POST /schemas/test-cases/run': run,
  'POST /components/test-cases/run': run,
  'POST /pipelines/test-cases/run': run,
  'POST /schemas/test-cases/needed': setNeeded,
  'POST /components/test-cases/needed': setNeeded,
  'POST /pipelines/test-cases/needed': setNeeded,
  'POST /schemas/test-cases/try': tryOut,
  'POST /pipelines/test-cases/try': tryOut,
}
