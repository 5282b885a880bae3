import type { Log, LogLevel } from '@millrace/contract'

export const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'success']

/** What a panel draws from; a new object at most every 100 ms. */
export type LogView = {
  /** Lines that pass the filters. */
  visible: number
  /** Lines held. */
  held: number
  /** Older lines the server has that are not held. */
  missing: number
  /** Lines that came at the end since the start, so that a reader who stopped following can be told how many are new. */
  arrived: number
  /** Lines put before the others since the start, so that a reader can be kept at the same line. */
  prepended: number
  counts: Readonly<Record<LogLevel, number>>
  shownLevels: ReadonlySet<LogLevel>
  text: string
}

/** Milliseconds between two drawings: new lines arrive at most ten times a second. */
const drawIntervalMs = 100

type IdOf = (line: Log) => string | undefined

/**
 * The lines of one panel, outside React: 100,000 of them cost nothing while nobody looks. Lines are known by id and seq,
 * so what comes twice (push and page, before and after a reconnect) is held once.
 */
export function createLogStore(idOf: IdOf) {
  let lines: Log[] = []
  /** Positions in `lines` that pass the filters; null while every line does. */
  let passing: number[] | null = null
  let counts = emptyCounts()
  let shownLevels: ReadonlySet<LogLevel> = new Set(levels)
  let text = ''
  let needle = ''
  let arrived = 0
  let prepended = 0
  let missing = 0
  /** Places, among the lines that pass, of those of another upload or import than the line before. */
  let starts: number[] = []
  let lastId: string | undefined
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let view = look()

  function look(): LogView {
    const visible = passing === null ? lines.length : passing.length
    return { visible, held: lines.length, missing, arrived, prepended, counts: { ...counts }, shownLevels, text }
  }
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    view = look()
    for (const listener of [...listeners]) listener()
  }
  const drawSoon = () => {
    timer ??= setTimeout(draw, drawIntervalMs)
  }

  const passes = (line: Log) =>
    shownLevels.has(line.level) &&
    (needle === '' ||
      line.message.toLowerCase().includes(needle) ||
      (line.dataSubKind ?? '').toLowerCase().includes(needle))
  const filtering = () => needle !== '' || shownLevels.size < levels.length
  const noteRun = (place: number, id: string | undefined) => {
    if (place === 0 || id !== lastId) starts.push(place)
    lastId = id
  }
  const refilter = () => {
    passing = filtering() ? positions(lines, passes) : null
    starts = []
    const count = passing?.length ?? lines.length
    for (let place = 0; place < count; place += 1) noteRun(place, idOf(lines[passing?.[place] ?? place] as Log))
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    view: () => view,
    /** The nth line that passes the filters. */
    line: (index: number): Log | undefined => lines[passing === null ? index : (passing[index] ?? -1)],
    /** Places of the lines that begin a run of one upload or import, among those that pass the filters. */
    starts: (): readonly number[] => starts,
    visibleLines: (): Log[] => (passing === null ? lines.slice() : passing.map((at) => lines[at] as Log)),

    /** Adds lines at the end, in the order given; those held already are passed over. */
    append(added: readonly Log[]) {
      const wasEmpty = lines.length === 0
      for (const line of added) {
        const id = idOf(line)
        if (id === undefined || line.seq <= (last.get(id) ?? Number.NEGATIVE_INFINITY)) continue
        if (!first.has(id)) first.set(id, line.seq)
        last.set(id, line.seq)
        counts[line.level] += 1
        if (passing === null || passes(line)) noteRun(passing?.length ?? lines.length, id)
        if (passing !== null && passes(line)) passing.push(lines.length)
        lines.push(line)
        arrived += 1
      }
      // The first lines come at once, or a panel would say for a moment that there are none.
      if (wasEmpty && lines.length > 0) draw()
      else drawSoon()
    },

    /** Puts older lines before the others; at once, because somebody scrolled there and waits. */
    prepend(older: readonly Log[]) {
      const fresh = older.filter((line) => {
        const id = idOf(line)
        return id !== undefined && line.seq < (first.get(id) ?? Number.POSITIVE_INFINITY)
      })
      if (fresh.length === 0) return
      for (const line of fresh) {
        const id = idOf(line) as string
        first.set(id, Math.min(first.get(id) ?? line.seq, line.seq))
        last.set(id, Math.max(last.get(id) ?? line.seq, line.seq))
        counts[line.level] += 1
      }
      lines = [...fresh.toSorted(byTime), ...lines]
      missing = Math.max(0, missing - fresh.length)
      prepended += passing === null ? fresh.length : fresh.filter(passes).length
      refilter()
      draw()
    },

    /** Tells of older lines that are not held, or that there are none after all. */
    addMissing(count: number) {
      missing = Math.max(0, missing + count)
      drawSoon()
    },

    showLevels(next: ReadonlySet<LogLevel>) {
      shownLevels = next
      refilter()
      draw()
    },
    search(next: string) {
      text = next
      needle = next.trim().toLowerCase()
      refilter()
      draw()
    },
    /** First and last number held of an id; undefined when none is. */
    firstOf: (id: string) => first.get(id),
    lastOf: (id: string) => last.get(id),
    clear() {
      lines = []
      passing = filtering() ? [] : null
      counts = emptyCounts()
      arrived = 0
      prepended = 0
      missing = 0
      starts = []
      first.clear()
      last.clear()
      draw()
    },
    stop: () => clearTimeout(timer),
  }
}

export type LogStore = ReturnType<typeof createLogStore>

const emptyCounts = (): Record<LogLevel, number> => ({ error: 0, warn: 0, info: 0, success: 0 })

const byTime = (a: Log, b: Log) => (a.logDate < b.logDate ? -1 : a.logDate > b.logDate ? 1 : a.seq - b.seq)

function positions(lines: readonly Log[], passes: (line: Log) => boolean): number[] {
  const found: number[] = []
  for (let at = 0; at < lines.length; at += 1) if (passes(lines[at] as Log)) found.push(at)
  return found
}
