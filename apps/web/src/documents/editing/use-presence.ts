import type { LivePresence } from '@millrace/contract'
import { useState } from 'react'
import { useLive } from '../../api/use-live.ts'

/** Who else has the version open, and when it was saved last; null until it is known, or without a live link. */
export function usePresence(versionId: string): LivePresence | null {
  const [presence, setPresence] = useState<LivePresence | null>(null)
  const state = useLive(
    'presence',
    { _id: [versionId] },
    {
      onInit: ({ data }) => setPresence(data[0] ?? null),
      onChange: ({ data }) => setPresence(data),
    },
  )
  return state === 'live' && presence?._id === versionId ? presence : null
}
