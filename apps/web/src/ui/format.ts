import { createStore } from '../state/store.ts'

const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** The platform zone, told by GET /users/info; the machine's own until then. */
const zone = createStore<string>(own())

const platformZone = zone.get
export const usePlatformZone = zone.use
export const setPlatformZone = zone.set

const formats = new Map<string, Intl.DateTimeFormat>()
function partsOf(iso: string, timeZone: string): Record<string, string> | null {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
}

/** 'YYYY-MM-DD HH:mm' in the platform zone; '-' for none. */
export function formatDate(iso: string | null | undefined, timeZone: string = platformZone()): string {
  const parts = iso ? partsOf(iso, timeZone) : null
  return parts === null ? '-' : `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`
}

let minute = { utc: '', zone: '', text: '' }
/**
 * 'YYYY-MM-DD HH:mm' of the minute an ISO text lies in. Log lines come in long runs of the same minute and are drawn by
 * the dozen in a frame, so the last one is kept: asking Intl costs more than drawing the row.
 */
function minuteOf(iso: string, timeZone: string): string {
  const utc = iso.slice(0, 16)
  if (utc !== minute.utc || timeZone !== minute.zone) minute = { utc, zone: timeZone, text: formatDate(iso, timeZone) }
  return minute.text
}

/** 'HH:mm:ss.SSS' in the platform zone, for log lines; zones differ by whole minutes, so the rest is as it came. */
export function formatClock(iso: string, timeZone: string = platformZone()): string {
  const text = minuteOf(iso, timeZone)
  return text === '-' ? text : `${text.slice(11)}${iso.slice(16, 23)}`
}

/** 'YYYY-MM-DD' in the platform zone, for log lines. */
export const formatDay = (iso: string, timeZone: string = platformZone()): string =>
  minuteOf(iso, timeZone).slice(0, 10)

const count = new Intl.NumberFormat('en')
/** 12345 → '12,345' */
export const formatCount = (value: number): string => count.format(value)

/** Bytes with binary units, as the limit is written: 20185088 → '19.25 MiB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [unit, size] =
    bytes < 1024 ** 2
      ? (['KiB', 1024] as const)
      : bytes < 1024 ** 3
        ? (['MiB', 1024 ** 2] as const)
        : (['GiB', 1024 ** 3] as const)
  const value = bytes / size
  return `${value >= 100 ? Math.round(value) : value.toFixed(value >= 10 ? 2 : 1)} ${unit}`
}

/** Time between two moments (ISO texts): '850 ms', '12.4 s', '3 min 05 s', '1 h 02 min'. */
export function formatDuration(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const pad = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))} min`
}
