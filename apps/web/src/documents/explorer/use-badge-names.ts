import type { NameOf } from '@millrace/contract/badges/describe-rule.rule'
import { useCallback, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../access/sessions/use-session.ts'

/** All project badges this person knows by name; asked for by those alone to whom trees show rules (D-51). */
function useKnownBadges() {
  const showsRules = useMay('POST /tags/update-document-tags')
  const { data } = useCall('GET /tags/list', { quiet: true }, { staleTime: 30_000, enabled: showsRules })
  return useMemo(() => new Map((data?.project ?? []).map((tag) => [tag._id, tag])), [data])
}

export function useBadgeNames(): NameOf {
  const known = useKnownBadges()
  return useCallback((id) => known.get(id)?.name ?? null, [known])
}

export function useBadgeColors(): (id: string) => string | null {
  const known = useKnownBadges()
  return (id) => known.get(id)?.color ?? null
}
