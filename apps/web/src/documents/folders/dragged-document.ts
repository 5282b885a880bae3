import type { DocKind } from '@millrace/contract'

/** While something is dragged, only the names of its types are told, in small letters. */
const typeOf = (kind: DocKind): string => `application/x-millrace-${kind}`

/** Lets a version of a document be dropped elsewhere than in folders. */
export function dragDocument(data: DataTransfer, kind: DocKind, id: string): void {
  data.effectAllowed = 'copyMove'
  data.setData(typeOf(kind), id)
}

/** Whether a document of this kind is being dragged. */
export const isDocumentDragged = (data: DataTransfer, kind: DocKind): boolean => data.types.includes(typeOf(kind))

/** The version that was dropped; '' for anything else. */
export const droppedDocument = (data: DataTransfer, kind: DocKind): string => data.getData(typeOf(kind))
