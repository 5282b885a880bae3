import type { Import } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { maxFollowed } from '@millrace/contract/live/live.rule'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callKey, useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { followedPipelines } from '../imports/followed-pipelines.ts'
import { newest } from '../imports/use-runs.ts'
import { usePlatformZone } from '../../ui/format.ts'
import { findPipeline, usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { rowKey, rowsOf, type LogbookRow } from './logbook-rows.ts'
import { belongsTo, type LogbookPlace, listAllBody } from './logbook-place.ts'

const listCall = 'POST /imports/listAll'
const pollMs = 3000

/**
 * One page of the logbook, its rows followed live. Imports that come meanwhile are counted and not put in, so that
 * nothing moves under the reader; `showNew` asks for the page again, which the page does by itself where nobody has
 * scrolled it.
 */
export function useLogbook(place: LogbookPlace) {
  const timeZone = usePlatformZone()
  const body = listAllBody(place, timeZone)
  const key = callKey(listCall, { body })
  const name = JSON.stringify(key)
  const [news, setNews] = useState<{ key: string; rows: ReadonlySet<string> }>({ key: '', rows: new Set() })
  const [pushed, setPushed] = useState<ReadonlyMap<string, Import>>(new Map())
  const [down, setDown] = useState(false)
  const query = useCall(
    listCall,
    { body, fallback: texts.importsFailed },
    { placeholderData: keepPreviousData, refetchInterval: down ? pollMs : false },
  )
  const rows = query.data?.imports ?? []
  const { offer } = usePipelines()
  const pipelineIds = followed(offer, place.pipeline)

  const isRead = query.data !== undefined && !query.isPlaceholderData
  /** Pushed before the answer that they may not be in. */
  const early = useRef<Pushed[]>([])
  const announce = (fresh: readonly Pushed[]) => {
    if (!isRead) {
      early.current.push(...fresh)
      return
    }
    // The imports of a chain come as one row.
    const keys = fresh.filter((one) => isNew(one, rows, place, timeZone)).map(({ imp }) => rowKey(imp))
    if (keys.length === 0) return
    setNews((before) => ({ key: name, rows: new Set([...(before.key === name ? before.rows : []), ...keys]) }))
  }
  const live = useLive('imports', filterOf(pipelineIds, rows), {
    onInit: ({ data }) => {
      setPushed(byId(data))
      // Rows that are older than what a subscription begins with may have changed while the link was lost.
      if (down) void query.refetch()
      // What began between the reading of the page and this; further pages begin with older ones.
      if (place.page === 1 && place.time === 'past' && rows.length > 0)
        announce(data.map((imp) => ({ imp, comes: false })))
    },
    onChange: ({ data, operationType }) => {
      if (operationType === 'delete') return
      setPushed((known) => new Map([...known, ...byId([data])]))
      const before = pushed.get(data._id)
      const comes = operationType === 'insert' || (before !== undefined && !belongsTo(place, before, timeZone))
      announce([{ imp: data, comes }])
    },
  })
  const announceEarly = useEffectEvent(() => announce(early.current.splice(0)))
  useEffect(() => {
    if (isRead) announceEarly()
  }, [isRead])
  const isDown = live !== 'live'
  if (isDown !== down) setDown(isDown)

  const imports = rows.map((imp) => newest(imp, pushed, live))
  return {
    page: query.data && { ...query.data, imports, rows: rowsOf({ ...query.data, imports }) },
    /**
     * Whether an import is listed for its chain's sake alone. What was pushed since is asked again, but for its pipeline,
     * which is as it was; not among rows of the former page, which answer other filters.
     */
    isUnmatched: ({ chain }: LogbookRow, imp: Import): boolean => {
      const wasUnmatched = chain?.unmatched.includes(imp._id) === true
      if (query.isPlaceholderData) return wasUnmatched
      return !belongsTo(place, imp, timeZone) || (place.pipeline !== undefined && wasUnmatched)
    },
    error: query.error,
    isPending: query.isPending,
    isOld: query.isPlaceholderData,
    /** The live connection is lost: the page is read every three seconds instead. */
    isLost: live === 'lost',
    refetch: () => void query.refetch(),
    /** Rows that came; a chain is one. */
    newCount: news.key === name ? news.rows.size : 0,
    showNew: () => {
      setNews({ key: '', rows: new Set() })
      void query.refetch()
    },
  }
}

/** Pipelines whose imports may come into the list; none where the one that is asked for is not offered. */
function followed(offer: Parameters<typeof findPipeline>[0], asked: string | undefined): string[] {
  if (asked === undefined) return offer?.pipelines.map(({ _id }) => _id) ?? []
  const pipeline = findPipeline(offer, asked)
  return pipeline === undefined ? [] : followedPipelines(pipeline)
}

/** All pipelines when they fit in one subscription, so that new imports are noticed; else the rows on the page. */
function filterOf(pipelineIds: readonly string[], rows: readonly Import[]) {
  if (pipelineIds.length > 0 && pipelineIds.length <= maxFollowed) return { pipelineId: [...pipelineIds] }
  // Long chains may be more than that: what has ended does not change any more.
  const openFirst = rows.toSorted((a, b) => Number(isEnded(a.state)) - Number(isEnded(b.state)))
  const ids = openFirst.slice(0, maxFollowed).map(({ _id }) => _id)
  // In an order of their own, so that an import that ends begins no new subscription.
  return ids.length > 0 ? { _id: ids.toSorted() } : null
}

/** `comes`: it was made just now, or changed from one that the list does not hold. */
type Pushed = { imp: Import; comes: boolean }

/**
 * Whether an import belongs into the list and came after it was read. A planned import that has begun is new among the
 * past ones, though it was there before; one that only changes is on another page.
 */
function isNew({ imp, comes }: Pushed, rows: readonly Import[], place: LogbookPlace, timeZone: string): boolean {
  if (rows.some(({ _id }) => _id === imp._id) || !belongsTo(place, imp, timeZone)) return false
  if (comes) return true
  // Above the newest row of the newest page there is none that was read.
  const lastAt = rows.reduce((last, { scheduledAt }) => (scheduledAt > last ? scheduledAt : last), '')
  return place.time === 'past' && place.page === 1 && place.sort === null && imp.scheduledAt >= lastAt
}

const byId = (imports: readonly Import[]): ReadonlyMap<string, Import> => new Map(imports.map((imp) => [imp._id, imp]))
