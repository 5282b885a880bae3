import type { DocKind, TreeNode } from '@millrace/contract'
import { saveAs } from '../../api/save-as.ts'
import { readContent } from '../folders/item-calls.ts'
import { fileOfItem } from './item-files.ts'

/** Saves what the newest version of a document holds as a file; a failure is told by the call. */
export async function exportItem(kind: DocKind, { value, label }: Pick<TreeNode, 'value' | 'label'>): Promise<void> {
  const content = await readContent(value).catch(() => null)
  if (content === null) return
  const { fileName, text } = fileOfItem(kind, { name: label, content })
  saveAs(new Blob([text], { type: 'application/json' }), fileName)
}
