import { formatDate, usePlatformZone } from './format.ts'

/** A moment as 'YYYY-MM-DD HH:mm'; the tooltip names the platform zone. */
export function Timestamp({ at }: { at: string | null | undefined }) {
  const zone = usePlatformZone()
  if (!at) return <span>-</span>
  return (
    <time dateTime={at} title={`${zone} (${at})`}>
      {formatDate(at, zone)}
    </time>
  )
}
