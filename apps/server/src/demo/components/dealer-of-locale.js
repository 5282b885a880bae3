/** A dealer of the locale's country, with its postal code as text; dealers of other countries give none. */
export function dealerOfLocale(ctx) {
  const { row } = ctx.input
  const { country, label } = ctx.rt_context.locale
  if (row.country !== country) return
  // A spreadsheet drops the leading zeros of what looks like a number.
  const digits = { DE: 5, FR: 5, US: 5 }[country]
  const code = String(row.postal_code ?? '').trim()
  const postalCode = digits !== undefined && /^\d+$/.test(code) ? code.padStart(digits, '0') : code
  ctx.output = { dealer: { ...row, postal_code: postalCode, locale: label } }
}
