/** A postal code as text. A spreadsheet drops the leading zeros of what looks like a number. */
export function postalCode(ctx) {
  const digits = { DE: 5, FR: 5, US: 5 }[ctx.input.country]
  const code = String(ctx.input.code ?? '').trim()
  return { postalCode: digits !== undefined && /^\d+$/.test(code) ? code.padStart(digits, '0') : code }
}
