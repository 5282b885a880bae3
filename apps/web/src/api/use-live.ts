import { useEffect, useRef, useState } from 'react'
import { type FilterOf, type LiveHandlers, type LiveModel, type LiveState, subscribeLive } from './live.ts'

/**
 * Follows uploads or imports while the component is on screen; `null` follows nothing. Answers the state of the link,
 * so that a screen can poll while it is not 'live'.
 */
export function useLive<M extends LiveModel>(
  model: M,
  filter: FilterOf<M> | null,
  handlers: Omit<LiveHandlers<M>, 'onState'>,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const key = filter === null ? null : JSON.stringify(filter)
  useEffect(() => {
    if (key === null) return
    return subscribeLive(model, JSON.parse(key) as FilterOf<M>, {
      onInit: (message) => latest.current.onInit(message),
      onChange: (message) => latest.current.onChange(message),
      onState: setState,
    })
  }, [model, key])
  return state
}
