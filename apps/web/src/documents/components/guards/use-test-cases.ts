import type { DocKind, TestCase, TestCaseInput, TestCaseResult } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshCalls, useCall } from '../../../api/use-call.ts'
import { toast } from '../../../state/toasts.ts'
import { pathsOfKinds } from '../../folders/item-calls.ts'

/**
 * The test cases of a document, and how this version did in them when they were run last.
 * @param saved tells one save of the version from another: results of an older one count for nothing
 */
export function useTestCases(kind: DocKind, id: string, saved: number | string) {
  const path = pathsOfKinds[kind]
  const listCall = `GET /${path}/test-cases` as const
  const { data, error, refetch } = useCall(listCall, { query: { id } })
  const [results, setResults] = useState<Results>({ of: saved, byId: new Map() })
  const [isRunning, setRunning] = useState(false)
  /** Runs all cases, or those that are named; null when they could not be run. */
  const run = async (cases?: string[]): Promise<readonly TestCaseResult[] | null> => {
    setRunning(true)
    try {
      const body = { id, ...(cases === undefined ? {} : { cases }) }
      const found = await call(`POST /${path}/test-cases/run`, { body })
      setResults((before) => withResults(before, saved, found))
      return found
    } catch {
      // It was told as a toast.
      return null
    } finally {
      setRunning(false)
    }
  }
  /** @returns whether it was saved; why not was told */
  const save = async (input: Omit<TestCaseInput, 'id'>): Promise<boolean> => {
    const kept = await call(`POST /${path}/test-cases`, { body: { id, ...input } }).catch(() => null)
    if (kept === null) return false
    setResults((before) => withoutResult(before, kept._id))
    toast.success(input._id === undefined ? `Test case ${kept.name} added` : `Test case ${kept.name} saved`)
    await refreshCalls(listCall)
    return true
  }
  const remove = async ({ _id, name }: TestCase) => {
    if ((await call(`DELETE /${path}/test-cases`, { query: { id: _id } }).catch(() => null)) === null) return
    toast.success(`Test case ${name} deleted`)
    await refreshCalls(listCall)
  }
  const setNeeded = async (needed: boolean) => {
    await call(`POST /${path}/test-cases/needed`, { body: { id, needed } }).catch(() => null)
    await refreshCalls(listCall)
  }
  return {
    cases: data?.cases,
    needed: data?.needed ?? false,
    error,
    retry: () => void refetch(),
    isRunning,
    /** Nothing for a case that was not run since the component or the case was saved. */
    resultOf: (caseId: string) => (results.of === saved ? results.byId.get(caseId) : undefined),
    run,
    save,
    remove,
    setNeeded,
  }
}

type Results = { of: number | string; byId: ReadonlyMap<string, TestCaseResult> }

const withResults = ({ of, byId }: Results, saved: number | string, found: readonly TestCaseResult[]): Results => ({
  of: saved,
  byId: new Map([...(of === saved ? byId : []), ...found.map((result) => [result._id, result] as const)]),
})

function withoutResult({ of, byId }: Results, caseId: string): Results {
  const others = new Map(byId)
  others.delete(caseId)
  return { of, byId: others }
}

export type TestCasesState = ReturnType<typeof useTestCases>

/** Why a document that needs green cases cannot be locked; null when it can. */
export async function whyNotGreen({ run }: Pick<TestCasesState, 'run'>): Promise<string | null> {
  const results = await run()
  if (results === null) return 'The test cases could not be run. Try again.'
  const names = results.filter(({ state }) => state !== 'green').map(({ name }) => name)
  if (names.length === 0) return null
  return `${names.length === 1 ? 'One test case is' : `${names.length} test cases are`} not green: ${names.join(', ')}.`
}
