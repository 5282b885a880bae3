import { formatDate, usePlatformZone } from './format.ts'
import { nearTime } from './near-time.ts'

/** A moment as people say it at another, `now`: 'yesterday 14:05' or 'Mon 06:15'; the tooltip has the date. */
export function NearTime({ at, now }: { at: string; now: string }) {
  const zone = usePlatformZone()
  return (
    <time dateTime={at} title={`${formatDate(at, zone)} ${zone}`}>
      {nearTime(at, now, zone)}
    </time>
  )
}
