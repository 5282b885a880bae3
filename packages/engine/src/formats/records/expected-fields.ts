import type { FileFormat } from '@millrace/contract'

/** What the records of a file should look like, where a schema tells: the names of its properties, and those it requires. */
export type ExpectedFields = { names: ReadonlySet<string>; required: ReadonlySet<string> }

/** The same by the names that the file has: a source may rename what stands in it. */
export function inFile({ names, required }: ExpectedFields, renames: FileFormat['columns']): ExpectedFields {
  const entries = Object.entries(renames ?? {})
  if (entries.length === 0) return { names, required }
  const property = new Map(entries)
  const renamed = new Set(entries.map(([, target]) => target))
  const own = (wanted: ReadonlySet<string>) => [
    ...[...wanted].filter((name) => !renamed.has(name)),
    ...[...property].filter(([, target]) => wanted.has(target)).map(([header]) => header),
  ]
  return { names: new Set(own(names)), required: new Set(own(required)) }
}

/** How many of these names are expected ones. */
export const countExpected = (found: Iterable<string>, { names }: ExpectedFields): number =>
  new Set([...found].filter((name) => names.has(name))).size
