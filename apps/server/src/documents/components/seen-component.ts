import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { seenOr404 } from '../kernel/rights-of-items.ts'
import { findVersion } from '../kernel/versions/versions.reads.ts'

/** The component version with what the caller may do with it. @throws ApiError 40400 unknown or unseen */
export const seenComponent = objectRule('sees component', async (db: Connection, caller: Caller, id: string) =>
  seenOr404(db, caller, 'component', await findVersion(db, id)),
)
