import type { TestCase } from '@millrace/contract'
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
