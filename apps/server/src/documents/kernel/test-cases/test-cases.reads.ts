import type { Connection } from '../../../platform/database/database.ts'

/** A stored case; its values as they were written. */
export type TestCaseRow = {
  id: string
  documentId: string
  name: string
  payload: unknown
  rtContext: unknown
  expected: unknown
  ignored: string[]
  origin: string | null
  revision: number
  updatedAt: Date
  updatedBy: string
}

export const caseColumns = [
  'id',
  'document_id as documentId',
  'name',
  'payload',
  'rt_context as rtContext',
  'expected',
  'ignored',
  'origin',
  'revision',
  'updated_at as updatedAt',
  'updated_by as updatedBy',
] as const

/** The cases of a document, by name. */
export const casesOf = (db: Connection, documentId: string): Promise<TestCaseRow[]> =>
  db.selectFrom('test_cases').select(caseColumns).where('document_id', '=', documentId).orderBy('name').execute()
