import {
  ApiError,
  conflict,
  type DocKind,
  findDifferences,
  invalid,
  maxTestCaseLength,
  maxTestCases,
  notFound,
  type TestCase,
  type TestCaseInput,
  type TestCaseResult,
  type TestCases,
} from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { seenOr404 } from '../rights-of-items.ts'
import { requiredName } from '../name-conflict.ts'
import { mustHold } from '../rights.ts'
import { findVersion, type VersionRow, versionsOf } from '../versions/versions.reads.ts'
import { caseBasis } from './case-basis.ts'
import { casesOf, type TestCaseRow } from './test-cases.reads.ts'
import {
  deleteCase,
  findCase,
  holdCase,
  insertCase,
  needsGreenCases,
  setNeedsGreenCases,
  storeResults,
  updateCase,
} from './test-cases.repository.ts'

export type TestCasesService = ReturnType<typeof createTestCases>

const uniqueViolation = '23505'
/** Time all cases of one call may take together; those that are left are told as not run. */
const maxRunMs = 120_000

const present = (row: TestCaseRow): TestCase => ({
  _id: row.id,
  name: row.name,
  payload: row.payload,
  rt_context: row.rtContext,
  expected: row.expected,
  ignored: row.ignored,
  from: row.origin,
  updateDate: row.updatedAt.toISOString(),
  updateUsername: row.updatedBy,
})

/** What the audit keeps of a case: all but its values, which may be large. */
const audited = ({ id, name, ignored, origin }: Pick<TestCaseRow, 'id' | 'name' | 'ignored' | 'origin'>) => ({
  testCase: id,
  name,
  ignored,
  from: origin,
})

/** What a version makes of the payload of a case. @throws ApiError with a sentence when it cannot be run */
export type RunCase = (
  caller: Caller,
  versionId: string,
  payload: { payload: unknown; rtContext: unknown },
  signal: AbortSignal,
) => Promise<unknown>

/** Does work of a person once a place for test runs is free. */
export type TakeTurn = <T>(caller: Caller, work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Payloads with what a document makes of them, which all its versions are held to. They are kept with the document, and
 * changed by whoever may write it, locked or not: a case is no part of what is locked.
 */
export function createTestCases(platform: Pick<Platform, 'db'>, runs: Record<DocKind, RunCase>) {
  const { db } = platform

  /** @throws ApiError 40400 unseen */
  const seenVersion = async (tx: Connection, caller: Caller, kind: DocKind, id: string) =>
    seenOr404(tx, caller, kind, await findVersion(tx, id))

  /** @throws ApiError 40400 unseen, 40300 without the write badges */
  async function writtenVersion(tx: Connection, caller: Caller, kind: DocKind, id: string): Promise<VersionRow> {
    const { row, rights } = await seenVersion(tx, caller, kind, id)
    mustHold.writesBadges(rights)
    return row
  }

  async function store(tx: Connection, caller: Caller, row: VersionRow, input: TestCaseInput): Promise<TestCaseRow> {
    const before = input._id === undefined ? undefined : await holdCase(tx, input._id)
    if (input._id !== undefined && before?.documentId !== row.documentId) throw notFound()
    if (before === undefined && (await casesOf(tx, row.documentId)).length >= maxTestCases)
      throw invalid(`A ${row.kind} has at most ${maxTestCases} test cases. Delete one first.`)
    const next = {
      id: before?.id ?? newId(),
      documentId: row.documentId,
      name: requiredName(input.name ?? before?.name ?? ''),
      payload: valueOf(input.payload, before?.payload, {}),
      rtContext: valueOf(input.rt_context, before?.rtContext, {}),
      expected: valueOf(input.expected, before?.expected, {}),
      ignored: [...new Set((input.ignored ?? before?.ignored ?? []).map((field) => field.trim()))].filter(Boolean),
      origin: input.from === undefined ? (before?.origin ?? null) : input.from,
      updatedBy: caller.userName,
    }
    if (lengthOf([next.payload, next.rtContext, next.expected]) > maxTestCaseLength)
      throw invalid(`A test case holds at most ${maxTestCaseLength} characters. Keep fewer records.`)
    await rejectTakenName(() => (before === undefined ? insertCase(tx, next) : updateCase(tx, next)))
    await recordAudit(tx, caller, {
      kind: row.kind,
      objectId: row.id,
      name: row.name,
      action: before === undefined ? 'add test case' : 'change test case',
      before: before === undefined ? null : audited(before),
      after: audited(next),
    })
    return (await findCase(tx, next.id)) as TestCaseRow
  }

  return {
    /** GET /{documents}/test-cases: by name. 40400 for a document that is not seen. */
    async list(caller: Caller, kind: DocKind, id: string): Promise<TestCases> {
      const { row } = await seenVersion(db, caller, kind, id)
      const [rows, needed] = [await casesOf(db, row.documentId), await needsGreenCases(db, row.documentId)]
      return { cases: rows.map(present), needed }
    },

    /** POST /{documents}/test-cases: keeps a new case, or changes the one named by `_id`; it is to be run again then. */
    save: (caller: Caller, kind: DocKind, input: TestCaseInput): Promise<TestCase> =>
      db.transaction().execute(async (tx) => {
        const row = await writtenVersion(tx, caller, kind, input.id)
        return present(await store(tx, caller, row, input))
      }),

    /** DELETE /{documents}/test-cases by the id of the case. */
    remove: (caller: Caller, kind: DocKind, id: string): Promise<{ deleted: string }> =>
      db.transaction().execute(async (tx) => {
        const found = await holdCase(tx, id)
        if (found === undefined) throw notFound()
        const [newest] = await versionsOf(tx, found.documentId)
        const row = await writtenVersion(tx, caller, kind, newest?.id ?? '')
        await deleteCase(tx, id)
        await recordAudit(tx, caller, {
          kind: row.kind,
          objectId: row.id,
          name: row.name,
          action: 'delete test case',
          before: audited(found),
          after: null,
        })
        return { deleted: id }
      }),

    /** POST /{documents}/test-cases/needed: whether drafts of the document are locked only when all cases are green. */
    setNeeded: (caller: Caller, kind: DocKind, id: string, needed: boolean): Promise<{ needed: boolean }> =>
      db.transaction().execute(async (tx) => {
        const row = await writtenVersion(tx, caller, kind, id)
        const before = await needsGreenCases(tx, row.documentId)
        await setNeedsGreenCases(tx, row.documentId, needed)
        if (before !== needed)
          await recordAudit(tx, caller, {
            kind: row.kind,
            objectId: row.id,
            name: row.name,
            action: 'change demand for green test cases',
            before: { needed: before },
            after: { needed },
          })
        return { needed }
      }),

    /** POST /{documents}/test-cases/try: what this version makes of a payload that is yet to be kept. */
    async tryOut(
      caller: Caller,
      kind: DocKind,
      { id, payload }: { id: string; payload?: unknown },
      signal: AbortSignal,
    ): Promise<{ output: unknown }> {
      await seenVersion(db, caller, kind, id)
      return { output: plain(await runs[kind](caller, id, { payload: payload ?? {}, rtContext: {} }, signal)) }
    },

    /**
     * POST /{documents}/test-cases/run: all cases on this version as it is saved, or those that are named, one after the
     * other. What a version did is kept for locking it.
     * @param signal ends the run when the client goes away
     */
    async run(
      caller: Caller,
      kind: DocKind,
      { id, cases }: { id: string; cases?: readonly string[] | undefined },
      signal: AbortSignal,
    ): Promise<TestCaseResult[]> {
      const { row } = await seenVersion(db, caller, kind, id)
      const basis = await caseBasis(db, row)
      const rows = (await casesOf(db, row.documentId)).filter((one) => cases === undefined || cases.includes(one.id))
      const results: { row: TestCaseRow; result: TestCaseResult }[] = []
      const until = performance.now() + maxRunMs
      for (const one of rows) {
        const result = performance.now() > until ? notRun(one) : await runCase(runs[kind], caller, id, one, signal)
        results.push({ row: one, result })
      }
      // A save meanwhile makes these the results of nothing that is there.
      if ((await caseBasis(db, row)) === basis)
        await storeResults(
          db,
          id,
          basis,
          results.map(({ row: of, result }) => ({ row: of, isGreen: result.state === 'green' })),
        )
      return results.map(({ result }) => result)
    },
  }
}

/** What was given, else what was there; `null` is a value. */
const valueOf = (given: unknown, before: unknown, otherwise: unknown): unknown =>
  given === undefined ? (before === undefined ? otherwise : before) : given

const lengthOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0)

async function rejectTakenName(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === uniqueViolation && constraint === 'test_cases_name')
      throw conflict('A test case of this name exists already')
    throw error
  }
}

const notRun = ({ id, name }: TestCaseRow): TestCaseResult => ({
  _id: id,
  name,
  state: 'failed',
  message: 'It was not run: the cases before it took too long.',
  differences: [],
  total: 0,
  ms: 0,
})

async function runCase(
  run: RunCase,
  caller: Caller,
  id: string,
  row: TestCaseRow,
  signal: AbortSignal,
): Promise<TestCaseResult> {
  const start = performance.now()
  const base = { _id: row.id, name: row.name }
  try {
    const output = await run(caller, id, row, signal)
    const found = findDifferences(row.expected, plain(output), row.ignored)
    const state = found.total === 0 ? 'green' : 'red'
    return { ...base, ...found, state, message: null, ms: performance.now() - start }
  } catch (error) {
    if (!(error instanceof ApiError) || signal.aborted) throw error
    return {
      ...base,
      state: 'failed',
      message: error.message,
      differences: [],
      total: 0,
      ms: performance.now() - start,
    }
  }
}

/** The output as it goes over the wire: what JSON has no word for is not there. */
const plain = (output: unknown): unknown => JSON.parse(JSON.stringify(output ?? null))
