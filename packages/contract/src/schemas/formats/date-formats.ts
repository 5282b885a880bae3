const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Two ASCII digits at a place of a text; NaN where they are none. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** '2024-05-31', a day that exists. */
export function isDate(text: string): boolean {
  return text.length === 10 && dateFits(text)
}

function dateFits(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false
  const century = two(text, 0)
  const years = two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  // NaN makes each comparison false.
  if (!(century >= 0 && years >= 0 && month >= 1 && month <= 12 && day >= 1)) return false
  if (day <= (monthDays[month] ?? 0)) return true
  const isLeap = years === 0 ? century % 4 === 0 : years % 4 === 0
  return month === 2 && day === 29 && isLeap
}

/** '14:00:00Z', '14:00:00.5+02:00' from `from` on; a second 60 only where UTC has leap seconds, at 23:59. */
function timeFits(text: string, from: number, needsZone: boolean): boolean {
  if (text.charCodeAt(from + 2) !== 58 || text.charCodeAt(from + 5) !== 58) return false
  const hour = two(text, from)
  const minute = two(text, from + 3)
  const second = two(text, from + 6)
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false
  let at = from + 8
  if (text.charCodeAt(at) === 46) {
    const first = ++at
    while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++
    if (at === first) return false
  }
  const sign = text.charCodeAt(at)
  if (at === text.length) return !needsZone && second < 60
  // 'Z' and 'z'
  if ((sign | 32) === 122) return at + 1 === text.length && (second < 60 || (hour === 23 && minute === 59))
  if ((sign !== 43 && sign !== 45) || text.charCodeAt(at + 3) !== 58 || at + 6 !== text.length) return false
  const zoneHour = two(text, at + 1)
  const zoneMinute = two(text, at + 4)
  if (!(zoneHour <= 23 && zoneMinute <= 59)) return false
  if (second < 60) return true
  const zone = (zoneHour * 60 + zoneMinute) * (sign === 43 ? 1 : -1)
  return (hour * 60 + minute - zone + 2880) % 1440 === 1439
}

export const isTime = (text: string): boolean => timeFits(text, 0, true)

// Days that every month has, in UTC: most instants in files, told by one look.
const commonInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** '2024-05-31T14:00:00Z' as in RFC 3339. */
export function isDateTime(text: string): boolean {
  if (commonInstant.test(text)) return true
  return (text.charCodeAt(10) | 32) === 116 && dateFits(text) && timeFits(text, 11, true)
}

/** A time that may lack its zone. */
export const isIsoTime = (text: string): boolean => timeFits(text, 0, false)

/** A date and time that may lack its zone and may have a space for the 'T'. */
export function isIsoDateTime(text: string): boolean {
  const between = text.charCodeAt(10)
  return ((between | 32) === 116 || between === 32) && dateFits(text) && timeFits(text, 11, false)
}

const duration = /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/

/** 'P1DT12H', as in ISO 8601. */
export const isDuration = (text: string): boolean => duration.test(text)
