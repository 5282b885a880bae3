import type { Import, ImportChain, Reply } from '@millrace/contract'

/** A row of the logbook: an import, or a chain that unfolds to its imports. */
export type LogbookRow = {
  /** The same for all imports of one run of a job. */
  key: string
  /** One, or those of the chain in the order in which they run. */
  imports: readonly [Import, ...Import[]]
  chain: ImportChain | null
}

/** Tells the runs of jobs apart: each firing of a plan is a run of its own, due at another instant. */
export const rowKey = ({ jobId, scheduledAt }: Pick<Import, 'jobId' | 'scheduledAt'>): string =>
  `${jobId} ${scheduledAt}`

/** The imports of a page as rows, in its order; those of a chain stand together in it. */
export function rowsOf({
  imports,
  chains = [],
}: Pick<Reply<'POST /imports/listAll'>, 'imports' | 'chains'>): LogbookRow[] {
  const chainOf = new Map(chains.flatMap((chain) => chain.imports.map((id) => [id, chain] as const)))
  const rows: LogbookRow[] = []
  for (const imp of imports) {
    const chain = chainOf.get(imp._id) ?? null
    const last = rows.at(-1)
    if (chain !== null && last?.chain === chain) rows[rows.length - 1] = { ...last, imports: [...last.imports, imp] }
    else rows.push({ key: chain === null ? imp._id : rowKey(imp), imports: [imp], chain })
  }
  return rows
}

/** What stands in the table: a row, or one of the imports that an unfolded chain shows below its own. */
export type Line =
  | { kind: 'import'; row: LogbookRow; imp: Import }
  | { kind: 'part'; row: LogbookRow; imp: Import }
  | { kind: 'chain'; row: LogbookRow; open: boolean }

export const linesOf = (rows: readonly LogbookRow[], isOpen: (row: LogbookRow) => boolean): Line[] =>
  rows.flatMap((row): Line[] => {
    if (row.chain === null) return [{ kind: 'import', row, imp: row.imports[0] }]
    const open = isOpen(row)
    const parts = open ? row.imports.map((imp): Line => ({ kind: 'part', row, imp })) : []
    return [{ kind: 'chain', row, open }, ...parts]
  })

export const holds = (row: LogbookRow, importId: string | undefined): boolean =>
  row.imports.some(({ _id }) => _id === importId)

/** The master's name; a list of pipelines is named by the first of them. */
export function nameOfChain({ chain, imports: [first, ...others] }: LogbookRow): string {
  return chain?.pipeline?.name ?? `${first.pipeline.name} and ${others.length} more`
}
