import type { Import } from '@millrace/contract'
import { useState } from 'react'
import type { LiveState } from '../../api/live.ts'
import { useLive } from '../../api/use-live.ts'
import { later } from '../imports/use-runs.ts'

/**
 * The import a link names, when it is on another page of the table than the one shown, so that the link still leads to
 * its details. Followed live; `state` is 'refused' when there is none such.
 * @param id null when nothing is linked or the page has it
 */
export function useLinkedImport(id: string | null): { linked: Import | undefined; state: LiveState } {
  const [known, setKnown] = useState<Import>()
  const keep = (imp: Import | undefined) =>
    setKnown((before) => imp && later(before?._id === imp._id ? before : undefined, imp))
  const state = useLive('imports', id === null ? null : { _id: [id] }, {
    onInit: ({ data }) => keep(data[0]),
    onChange: ({ data, operationType }) => {
      if (operationType !== 'delete') keep(data)
    },
  })
  return { linked: known?._id === id ? known : undefined, state }
}
