import type { ItemFilter, LiveChange } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import { createPushThrottle } from './push-throttle.ts'
import type { LiveSubscription } from './live-source.ts'

/** Reads the items of one model as they are now, in the order of their making. */
export type ItemReader<T> = {
  model: 'uploads' | 'imports' | 'jobs'
  about: 'upload' | 'import' | 'job'
  /** All that the filter holds at the beginning. */
  list(filter: { ids: readonly string[] } | { pipelineIds: readonly string[] }): Promise<T[]>
  byIds(ids: readonly string[]): Promise<T[]>
}

type Options<T> = {
  reader: ItemReader<T>
  socket: Socket
  log: Logger
  filter: ItemFilter
  /** Pipelines of the filter as document ids; null when it names the items. */
  pipelineIds: readonly string[] | null
}

/** Follows uploads, imports or jobs: a list, then each change with the item as it is at that moment. */
export function followItems<T extends { _id: string }>(options: Options<T>): LiveSubscription {
  const { reader, socket, log, filter, pipelineIds } = options
  const named = pipelineIds === null ? new Set((filter as { _id: string[] })._id) : null
  const pipelines = new Set(pipelineIds)
  /** What the client holds, as it was last sent. */
  const known = new Map<string, T>()
  let changed = new Set<string>()

  const emit = (operationType: 'insert' | 'update' | 'delete', data: T): void => {
    socket.emit('change', { model: reader.model, filter, operationType, data } as unknown as LiveChange)
  }

  const push = async (): Promise<boolean> => {
    const ids = [...changed]
    changed = new Set()
    let items: T[]
    try {
      items = await reader.byIds(ids)
    } catch (error) {
      for (const id of ids) changed.add(id)
      throw error
    }
    for (const data of items) {
      emit(known.has(data._id) ? 'update' : 'insert', data)
      known.set(data._id, data)
    }
    const found = new Set(items.map((item) => item._id))
    for (const id of ids) {
      const gone = found.has(id) ? undefined : known.get(id)
      if (gone === undefined) continue
      known.delete(id)
      emit('delete', gone)
    }
    return changed.size > 0
  }
  const pacer = createPushThrottle({ socket, log, push })

  return {
    async begin() {
      const data = await reader.list(named === null ? { pipelineIds: [...pipelines] } : { ids: [...named] })
      for (const item of data) known.set(item._id, item)
      socket.emit('init', { model: reader.model, filter, data })
      pacer.begin()
    },
    onNotice(notice) {
      if (notice.about !== reader.about) return
      if (!(named?.has(notice.id) ?? pipelines.has(notice.pipelineId))) return
      changed.add(notice.id)
      pacer.wake()
    },
    onGap() {
      for (const id of named ?? known.keys()) changed.add(id)
      pacer.wake()
    },
    end: () => pacer.stop(),
  }
}
