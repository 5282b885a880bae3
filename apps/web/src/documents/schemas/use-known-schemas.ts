import { schemaIdPrefix, schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import { useMemo } from 'react'
import { indexTree } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'

/** The schemas that the person sees: every version by its address, as 'Money, version 2', and all names. */
export type KnownSchemas = { versions: ReadonlyMap<string, string>; names: ReadonlySet<string> }

/** What references can mean for this person; null until the folders are there. */
export function useKnownSchemas(): KnownSchemas | null {
  const { nodes } = useFolderTree('schema')
  return useMemo(() => {
    if (nodes === undefined) return null
    const versions = new Map<string, string>()
    const names = new Set<string>()
    for (const { node } of indexTree(nodes, { words: '' }).entries.values()) {
      if (node.type === 'leaf') names.add(node.label)
      for (const { _id, version } of node.versions ?? [])
        versions.set(schemaIdPrefix + _id, `${node.label}, version ${version}`)
    }
    return { versions, names }
  }, [nodes])
}

/** The name in an address by name, whose newest version counts; null for another address. */
export function nameInAddress(address: string): string | null {
  if (!address.startsWith(schemaNamePrefix)) return null
  const name = address.slice(schemaNamePrefix.length)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

export function isKnown({ versions, names }: KnownSchemas, address: string): boolean {
  const name = nameInAddress(address)
  return name === null ? versions.has(address) : names.has(name)
}
