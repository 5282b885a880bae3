import type { CellStyle } from './workbook-parts.ts'

const two = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))
const MAX_DAYS = 20_000
/** Unix day → '2024-05-31': making a date is what costs, and the days of a column are few. */
const dayTexts = new Map<number, string>()

function dayText(day: number): string {
  const known = dayTexts.get(day)
  if (known !== undefined) return known
  if (dayTexts.size >= MAX_DAYS) dayTexts.clear()
  const text = new Date(day * 86_400_000).toISOString().slice(0, 10)
  dayTexts.set(day, text)
  return text
}

const paddedText = (whole: number, digits: number) =>
  whole < 0 ? `-${String(-whole).padStart(digits, '0')}` : String(whole).padStart(digits, '0')

/**
 * A serial day number as ISO text: '2024-05-31', '2024-05-31T14:00:00Z' or '14:00:00'. Spreadsheets know no zone: the
 * wall clock is written as UTC. A number that is no date stays a number.
 */
export function serialDateText(serial: number, style: CellStyle, date1904: boolean): string | number {
  if (typeof style === 'number') return Number.isInteger(serial) ? paddedText(serial, style) : serial
  if (!(serial >= 0 && serial < 2_958_466)) return serial
  if (style === 'time') {
    const seconds = Math.round(serial * 86_400)
    const hours = String(Math.floor(seconds / 3600)).padStart(2, '0')
    return `${hours}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}`
  }
  // Day 60 of the 1900 system is the 29 February 1900 that never was.
  const days = date1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const total = Math.round((days - 25_569) * 86_400)
  const day = Math.floor(total / 86_400)
  if (style === 'date' && Number.isInteger(serial)) return dayText(day)
  const seconds = total - day * 86_400
  return `${dayText(day)}T${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}Z`
}
