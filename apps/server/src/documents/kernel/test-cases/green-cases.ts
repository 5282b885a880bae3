import { conflict } from '@millrace/contract'
import type { LockCheck } from '../versions/lock-versions.ts'
import { caseBasis } from './case-basis.ts'
import { casesNotGreen, needsGreenCases } from './test-cases.repository.ts'

/** Names that a refusal tells; of more the number. */
const maxNamed = 5

/**
 * A document that asks for it is locked only when all its test cases are green for exactly what is locked.
 * @throws ApiError 40900, naming the cases that are not
 */
export const checkGreenCases: LockCheck = async (tx, row) => {
  if (!(await needsGreenCases(tx, row.documentId))) return
  const names = await casesNotGreen(tx, row.documentId, row.id, await caseBasis(tx, row))
  if (names.length === 0) return
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  throw conflict(
    `Test cases of ${row.name} are not green: ${names.slice(0, maxNamed).join(', ')}${more}. Run them on this version first.`,
  )
}
