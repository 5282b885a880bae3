import type { DocKind, TestCase } from '@millrace/contract'
import type { ComponentDraft } from '../model/draft.ts'
import { freeName } from '../model/names.ts'
import type { NewTestCase } from './TestCaseDialog.tsx'

/** A new case of what stands in the editor: its payload and context, and nothing expected yet. */
export const startOfCase = (draft: ComponentDraft, cases: readonly TestCase[]): NewTestCase => ({
  name: freeName(
    'Case',
    cases.map(({ name }) => name),
  ),
  ignored: [],
  from: null,
  payload: draft.testPayload,
  rt_context: draft.testContext,
  expected: '{}',
})

const empty: Record<Exclude<DocKind, 'component'>, { payload: unknown; expected: unknown }> = {
  schema: { payload: {}, expected: { valid: true, findings: [] } },
  pipeline: { payload: {}, expected: { rejected: {}, output: {} } },
}

/** A new case of a schema or a pipeline, to be written. */
export const startOfEmptyCase = (kind: keyof typeof empty, cases: readonly TestCase[]): NewTestCase => ({
  name: freeName(
    'Case',
    cases.map(({ name }) => name),
  ),
  ignored: [],
  from: null,
  payload: JSON.stringify(empty[kind].payload, null, 2),
  rt_context: '{}',
  expected: JSON.stringify(empty[kind].expected, null, 2),
})
