import { extensionsOf, type FileKind, mimetypes } from './file-types.rule.ts'

/** What to do with a file of another kind, by the kind that is asked for. */
const saveAs: Record<Exclude<FileKind, 'zip'>, string> = {
  csv: 'save it as CSV',
  text: 'save it as CSV',
  json: 'save it as JSON',
  excel: 'save it as an Excel workbook (.xlsx)',
  xml: 'save it as XML',
}

const tables = /\.(?:xls|xlsx|xlsm|xlsb|ods|numbers)$/i
const archives = /\.(?:gz|tgz|7z|rar|tar|bz2|xz|zst)$/i

/** What to do with the table of a spreadsheet program. */
export const adviceForTable = (kind: FileKind): string =>
  kind === 'zip' ? 'Pack it into a zip archive' : `Open it in a spreadsheet program and ${saveAs[kind]}`
/** What to do with a packed file. */
export const adviceForArchive = 'Unpack it and send the file inside'

/** What to do with a file whose name does not end as the kind asks for: a sentence without its full stop. */
export function adviceForEnding(
  kind: string,
  fileName: string,
  types: Readonly<Record<string, readonly string[]>> = mimetypes,
): string {
  if (archives.test(fileName)) return adviceForArchive
  if (tables.test(fileName) && kind in mimetypes) return adviceForTable(kind as FileKind)
  const endings = extensionsOf(kind, types)
  const list = endings.length < 2 ? endings.join('') : `${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`
  return `It takes files that end in ${list}`
}
