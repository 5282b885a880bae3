/**
 * A date as people write it, as ISO text: 31/12/2024, 31.12.2024, 12/31/2024 with format 'mdy', or ISO already.
 * What is no date becomes null.
 */
export function parseDate(ctx) {
  const text = String(ctx.input.text ?? '').trim()
  const parts = text.match(/^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/)
  if (parts === null) return { date: null }
  const [first, second, third] = parts.slice(1).map(Number)
  let [year, month, day] = [third, second, first]
  if (parts[1].length === 4) [year, month, day] = [first, second, third]
  else if (ctx.input.format === 'mdy') [year, month, day] = [third, first, second]
  const date = new Date(Date.UTC(year, month - 1, day))
  // 31.02.2024 would silently become 2 March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return { date: null }
  return { date: date.toISOString().slice(0, 10) }
}
