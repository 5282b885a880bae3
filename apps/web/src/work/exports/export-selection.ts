import type { Upload } from '@millrace/contract'
import { formatBytes, formatCount } from '../../ui/format.ts'

/** Ids of the address, each once. */
export const readSelection = (text: string | undefined): ReadonlySet<string> =>
  new Set((text ?? '').split(',').filter((id) => id !== ''))

/** Null where nothing is selected, so that it leaves the address. */
export const writeSelection = (ids: ReadonlySet<string>): string | null => (ids.size === 0 ? null : [...ids].join(','))

/** By kind in the order of the pipeline's sources or sinks, then the newest first. */
export function sortFiles(uploads: readonly Upload[], kinds: readonly string[]): Upload[] {
  const place = ({ dataSubKind }: Upload) => {
    const index = kinds.indexOf(dataSubKind)
    return index === -1 ? kinds.length : index
  }
  return uploads.toSorted(
    (a, b) =>
      place(a) - place(b) || a.dataSubKind.localeCompare(b.dataSubKind) || b.createdAt.localeCompare(a.createdAt),
  )
}

/** '21.4 KiB, 197 records' */
export function describeSize({ size, counts }: Upload): string {
  const records =
    counts === null ? '' : `, ${formatCount(counts.records)} ${counts.records === 1 ? 'record' : 'records'}`
  return `${formatBytes(size)}${records}`
}

/** What Export will do, beside the button. */
export function exportHint(chosen: readonly Upload[]): string {
  if (chosen.length === 0) return 'Nothing selected'
  const bytes = formatBytes(chosen.reduce((sum, { size }) => sum + size, 0))
  return chosen.length === 1
    ? `1 file selected, ${bytes}`
    : `${formatCount(chosen.length)} files selected, ${bytes}, they come as export.zip`
}
