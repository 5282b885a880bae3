import type { Import, Upload } from '@millrace/contract'

/**
 * The output files that a run wrote, one for each sink at most. An output file names its sink as sub kind and is made
 * between start and end; the newest within that time wins, as a repeated attempt replaces what the first one wrote.
 */
export function outputFiles(
  imp: Pick<Import, 'startedAt' | 'endAt' | 'pipeline'>,
  uploads: readonly Upload[],
): Upload[] {
  const { startedAt, endAt } = imp
  if (startedAt === null || endAt === null) return []
  const written = uploads
    .filter(({ from, createdAt, enabled }) => {
      const inTime = createdAt >= startedAt && Date.parse(createdAt) <= Date.parse(endAt) + clockSlackMs
      return from === 'destination' && enabled && inTime
    })
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  return imp.pipeline.dataSinks.flatMap(({ name }) => written.find(({ dataSubKind }) => dataSubKind === name) ?? [])
}

// The row of the file and the end of the import are written in one transaction, their moments a little apart.
const clockSlackMs = 2000
