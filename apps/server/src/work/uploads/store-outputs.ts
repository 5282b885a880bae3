import type { Connection } from '../../platform/database/database.ts'
import { insertOutput, type NewOutput } from './uploads.repository.ts'

export type { NewOutput } from './uploads.repository.ts'

/** Stores the files that an import wrote, in the transaction that ends it; those of an earlier attempt are replaced. */
export async function storeOutputs(tx: Connection, outputs: readonly NewOutput[]): Promise<void> {
  for (const output of outputs) await insertOutput(tx, output)
}
