import type { DocKind } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useMemo } from 'react'
import { indexTree, pathOf, rowOfVersion } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'

/** 'Data Models / Bikes / Frame, Version 2 (Prod)'; a sentence where one does not see it; null for none, or not yet known. */
export function useVersionTitle(kind: DocKind, versionId: string | null): string | null {
  const { nodes } = useFolderTree(kind)
  const index = useMemo(() => (nodes === undefined ? null : indexTree(nodes, { words: '' })), [nodes])
  if (versionId === null || index === null) return null
  const row = rowOfVersion(index, versionId)
  if (row === undefined) return `You do not have access to this ${kind}, or it no longer exists (${versionId}).`
  const versions = index.entries.get(row)?.node.versions ?? []
  const version = versions.find(({ _id }) => _id === versionId) ?? versions[0]
  const path = pathOf(index, row)
  return version === undefined ? path : `${path}, ${versionText(version.version, version.vLocked)}`
}
