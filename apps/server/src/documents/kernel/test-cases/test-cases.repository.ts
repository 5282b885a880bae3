import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { caseColumns, type TestCaseRow } from './test-cases.reads.ts'

type Written = Omit<TestCaseRow, 'updatedAt' | 'revision'>

export const findCase = (db: Connection, id: string): Promise<TestCaseRow | undefined> =>
  db.selectFrom('test_cases').select(caseColumns).where('id', '=', id).executeTakeFirst()

/** Held until the transaction ends, so that two saves come one after the other. */
export const holdCase = (tx: Connection, id: string): Promise<TestCaseRow | undefined> =>
  tx.selectFrom('test_cases').select(caseColumns).where('id', '=', id).forUpdate().executeTakeFirst()

const stored = ({ id, documentId, name, payload, rtContext, expected, ignored, origin, updatedBy }: Written) => ({
  id,
  document_id: documentId,
  name,
  payload: JSON.stringify(payload),
  rt_context: JSON.stringify(rtContext),
  expected: JSON.stringify(expected),
  ignored,
  origin,
  updated_by: updatedBy,
  updated_at: sql<Date>`now()`,
})

export async function insertCase(tx: Connection, row: Written): Promise<void> {
  await tx.insertInto('test_cases').values(stored(row)).execute()
}

/** A changed case has no result until it is run again. */
export async function updateCase(tx: Connection, row: Written): Promise<void> {
  await tx
    .updateTable('test_cases')
    .set({ ...stored(row), revision: sql<number>`revision + 1` })
    .where('id', '=', row.id)
    .execute()
  await tx.deleteFrom('test_case_results').where('case_id', '=', row.id).execute()
}

export async function deleteCase(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('test_cases').where('id', '=', id).execute()
}

/** Keeps how a version did; a case that was deleted or changed meanwhile has no result. */
export async function storeResults(
  db: Connection,
  versionId: string,
  basis: string,
  results: readonly { row: TestCaseRow; isGreen: boolean }[],
): Promise<void> {
  for (const { row, isGreen } of results) {
    await db
      .insertInto('test_case_results')
      .columns(['case_id', 'version_id', 'basis', 'is_green'])
      .expression((query) =>
        query
          .selectFrom('test_cases')
          .select([
            'id',
            sql<string>`${versionId}::text`.as('version_id'),
            sql<string>`${basis}::text`.as('basis'),
            sql<boolean>`${isGreen}::boolean`.as('is_green'),
          ])
          .where('id', '=', row.id)
          .where('revision', '=', row.revision),
      )
      .onConflict((conflict) =>
        conflict.columns(['case_id', 'version_id']).doUpdateSet({ basis, is_green: isGreen, run_at: sql<Date>`now()` }),
      )
      .execute()
  }
}

/** Names of the document's cases that are not known to be green for the version at this basis. */
export async function casesNotGreen(
  db: Connection,
  documentId: string,
  versionId: string,
  basis: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('test_cases as c')
    .leftJoin('test_case_results as r', (join) =>
      join.onRef('r.case_id', '=', 'c.id').on('r.version_id', '=', versionId).on('r.basis', '=', basis),
    )
    .select('c.name')
    .where('c.document_id', '=', documentId)
    .where((where) => where.or([where('r.is_green', 'is', null), where('r.is_green', '=', false)]))
    .orderBy('c.name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function needsGreenCases(db: Connection, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('test_case_demands')
    .select('document_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row !== undefined
}

export async function setNeedsGreenCases(tx: Connection, documentId: string, needed: boolean): Promise<void> {
  if (!needed) await tx.deleteFrom('test_case_demands').where('document_id', '=', documentId).execute()
  else
    await tx
      .insertInto('test_case_demands')
      .values({ document_id: documentId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
