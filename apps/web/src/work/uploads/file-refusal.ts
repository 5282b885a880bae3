import type { DataSource } from '@millrace/contract'
import { texts, textWith } from '@millrace/contract/errors'
import { adviceForEnding } from '@millrace/contract/uploads/file-advice.rule'
import { acceptsExtension, extensionsOf } from '@millrace/contract/uploads/file-types.rule'

/** What GET /users/info tells about files: accepted types by kind, and the first size that is too large, in bytes. */
export type UploadLimits = { mimetypes: Record<string, string[]>; maxUpload: number }

/** File extensions a source takes, e.g. ['.csv', '.tsv'] (UPL-007). */
export const acceptedExtensions = (source: Pick<DataSource, 'contentType'>, { mimetypes }: UploadLimits): string[] =>
  extensionsOf(source.contentType, mimetypes)

/** Value for the `accept` attribute of the source's file input (UPL-007). */
export const acceptAttribute = (source: Pick<DataSource, 'contentType'>, { mimetypes }: UploadLimits): string =>
  (mimetypes[source.contentType] ?? []).join(',')

/**
 * Why the file cannot go to the source, in the server's own words, or null (UPL-005, UPL-006). The server judges the
 * content besides.
 */
export function fileRefusal(
  file: Pick<File, 'name' | 'size'>,
  source: Pick<DataSource, 'contentType' | 'dataSubKind'>,
  limits: UploadLimits,
): string | null {
  if (!acceptsExtension(source.contentType, file.name, limits.mimetypes)) {
    const advice = adviceForEnding(source.contentType, file.name, limits.mimetypes)
    return textWith.fileTypeRefused(source.dataSubKind, advice)
  }
  return file.size >= limits.maxUpload ? texts.fileTooLarge : null
}
