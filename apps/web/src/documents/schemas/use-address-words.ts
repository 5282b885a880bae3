import { useCallback } from 'react'
import { pathOf } from './model/paths.ts'
import { type KnownSchemas, nameInAddress } from './use-known-schemas.ts'

/** What an address of a reference is called: 'Money, version 2 › properties › amount'. */
export type AddressWords = (address: string) => string

/** Names the schemas that references lead to, in every version that the person sees. */
export const useAddressWords = (known: KnownSchemas | null): AddressWords =>
  useCallback(
    (address) => {
      const [schema = '', part = ''] = address.split('#', 2)
      if (schema === '') return address
      const name = known?.versions.get(schema) ?? nameInAddress(schema) ?? schema
      return [name, ...(part.startsWith('/') ? pathOf(part) : part === '' ? [] : [part])].join(' › ')
    },
    [known],
  )
