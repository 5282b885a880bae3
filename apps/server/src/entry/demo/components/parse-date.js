/** A date as a source writes it, as an ISO date. The format says where day, month and year stand: DD/MM/YYYY. */
export function parseDate(ctx) {
  const text = (ctx.input.text ?? '').trim()
  if (text === '') return { date: '' }
  const parts = ctx.input.format.split(/[^DMY]+/)
  const digits = text.match(/\d+/g) ?? []
  const part = (name) => digits[parts.indexOf(name)] ?? ''
  const date = `${part('YYYY').padStart(4, '0')}-${part('MM').padStart(2, '0')}-${part('DD').padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  // The thirty-first of a month that has thirty days would else be read as the first of the next.
  if (digits.length !== 3 || Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== date) {
    throw new Error(`'${text}' is no date of the form ${ctx.input.format}`)
  }
  return { date }
}
