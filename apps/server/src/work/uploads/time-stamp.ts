/** YYYYMMDD-HHmmss in the zone. */
export function timeStamp(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((entry) => entry.type === type)?.value ?? ''
  const day = `${part('year')}${part('month')}${part('day')}`
  const time = `${part('hour')}${part('minute')}${part('second')}`
  return `${day}-${time}`
}
