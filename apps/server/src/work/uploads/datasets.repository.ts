import type { Connection } from '../../platform/database/database.ts'

export type StoredDataset = { stamp: string; maker: string; key: string; bytes: number }

/** Key of the records of an upload that were checked under this stamp; null where none are kept. */
export async function findDataset(db: Connection, uploadId: string, stamp: string): Promise<string | null> {
  const row = await db
    .selectFrom('upload_datasets')
    .select('file_key')
    .where('upload_id', '=', uploadId)
    .where('stamp', '=', stamp)
    .executeTakeFirst()
  return row?.file_key ?? null
}

/** Names it as the upload's. Of an upload that is gone nothing is kept: its file has no name and is removed with such. */
export async function insertDataset(
  db: Connection,
  uploadId: string,
  { stamp, maker, key, bytes }: StoredDataset,
): Promise<void> {
  await db
    .insertInto('upload_datasets')
    .columns(['upload_id', 'stamp', 'maker', 'file_key', 'bytes'])
    .expression((expression) =>
      expression
        .selectFrom('uploads')
        .select(({ val }) => [
          'id as upload_id',
          val(stamp).as('stamp'),
          val(maker).as('maker'),
          val(key).as('file_key'),
          val(bytes).as('bytes'),
        ])
        .where('id', '=', uploadId)
        .forShare(),
    )
    .onConflict((conflict) => conflict.columns(['upload_id', 'stamp']).doUpdateSet({ maker, file_key: key, bytes }))
    .execute()
}
