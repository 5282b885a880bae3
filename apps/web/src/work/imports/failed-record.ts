import type { Import } from '@millrace/contract'

/**
 * The record of an input file that ended an import, as far as its reason tells: '… (row 4 of rows)', of a workbook
 * '… (record 4 of rows, sheet Products, row 5)', or 'record 4' where there is one file, in which records and rows have
 * the same numbers then.
 */
export function failedRecordOf({
  problem,
  ranWith,
}: Pick<Import, 'problem' | 'ranWith'>): { uploadId: string; row: number } | null {
  if (problem === null || ranWith === null) return null
  const { uploads } = ranWith
  const named = / \((?:row|record) (\d+) of (.+)\)$/.exec(problem)
  if (named !== null) {
    const [, , source = ''] = named
    const upload = uploads.find(
      ({ dataSubKind }) => source === dataSubKind || source.startsWith(`${dataSubKind}, sheet `),
    )
    return upload === undefined ? null : { uploadId: upload._id, row: Number(named[1]) }
  }
  const record = /, record (\d+)(?:, item \d+)*: /.exec(problem)
  const [only, ...others] = uploads
  if (record === null || only === undefined || others.length > 0) return null
  return { uploadId: only._id, row: Number(record[1]) }
}
