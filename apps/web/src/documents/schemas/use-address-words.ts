import { schemaIdPrefix, schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import { useMemo } from 'react'
import { indexTree } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'
import { pathOf } from './model/paths.ts'

/** What an address of a reference is called: 'Money, version 2 › properties › amount'. */
export type AddressWords = (address: string) => string

/** Names the schemas that references lead to, in every version that the person sees. */
export function useAddressWords(): AddressWords {
  const { nodes } = useFolderTree('schema')
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { node } of indexTree(nodes ?? [], { words: '' }).entries.values())
      for (const { _id, version } of node.versions ?? [])
        names.set(schemaIdPrefix + _id, `${node.label}, version ${version}`)
    return (address) => {
      const [schema = '', part = ''] = address.split('#', 2)
      if (schema === '') return address
      const name = names.get(schema) ?? nameIn(schema)
      return [name, ...(part.startsWith('/') ? pathOf(part) : part === '' ? [] : [part])].join(' › ')
    }
  }, [nodes])
}

/** The name in an address by name, whose newest version counts; another address is its own name. */
function nameIn(address: string): string {
  if (!address.startsWith(schemaNamePrefix)) return address
  try {
    return decodeURIComponent(address.slice(schemaNamePrefix.length))
  } catch {
    return address.slice(schemaNamePrefix.length)
  }
}
