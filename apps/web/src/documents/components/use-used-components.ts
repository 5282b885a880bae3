import type { Component } from '@millrace/contract'
import type { PortsOf } from '@millrace/contract/components/diagram.rule'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { ComponentDraft } from './model/draft.ts'

/** The components that the instances of a diagram stand for. */
export type UsedComponents = {
  byId: ReadonlyMap<string, Component>
  portsOf: PortsOf
  /** Whether they are known: until then nothing is a fault. What this person does not see stays unknown (S3). */
  isLoaded: boolean
  /** Why they cannot be had, and a way to ask again. */
  error: Error | null
  retry: () => void
}

const none: readonly Component[] = []

export function useUsedComponents(instances: ComponentDraft['instances']): UsedComponents {
  const ids = useMemo(() => [...new Set(instances.map(({ instanceOf }) => instanceOf))].toSorted(), [instances])
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['GET /components', ids],
    queryFn: () => call('GET /components', { query: { ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = ids.length === 0 ? none : (data ?? none)
  const byId = useMemo(() => new Map(found.map((component) => [component._id, component])), [found])
  return {
    byId,
    portsOf: useMemo(() => (id: string) => byId.get(id), [byId]),
    isLoaded: ids.length === 0 || (data !== undefined && !isPlaceholderData),
    error,
    retry: () => void refetch(),
  }
}
