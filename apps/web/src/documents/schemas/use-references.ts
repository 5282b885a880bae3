import { schemaIdPrefix } from '@millrace/contract/schemas/references.rule'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'

/** A version that a reference can lead to. */
export type Reference = {
  id: string
  address: string
  /** 'Money, version 2'. */
  name: string
}

/** What references can lead to: the newest version of each schema that the person sees. */
export function useReferences(): readonly Reference[] {
  const { data } = useCall('GET /schemas/list')
  return useMemo(
    () =>
      (data ?? []).map(({ _id, name, version }) => ({
        id: _id,
        address: schemaIdPrefix + _id,
        name: `${name}, version ${version}`,
      })),
    [data],
  )
}
