/** A number where JavaScript can hold the value exactly, else the text the database gave. */
export function numberOrText(text: string): number | string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return plainDigits(String(number)) === plainDigits(text) ? number : text
}

/** Without a plus, leading zeros, and zeros at the end of a fraction, which carry no value. */
function plainDigits(text: string): string {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  const left = whole.replace(/^0+(?=\d)/, '')
  const minus = sign === '-' && /[1-9]/.test(left + digits) ? '-' : ''
  return minus + left + (digits === '' ? '' : `.${digits}`)
}

/** '2024-05-31 14:00:00.5' as '2024-05-31T14:00:00.5', with `zone` behind it; what is no such text stays as it is. */
export function isoInstant(text: string, zone: '' | 'Z'): string {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:[+-]00(?::?00)?|Z)?$/.exec(text)
  return match === null ? text : `${match[1]}T${match[2]}${zone}`
}

/** A row from column names and values; a column may be called anything, `__proto__` too. */
export function rowOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  names.forEach((name, index) => {
    const value = values[index]
    if (name === '__proto__')
      Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
    else row[name] = value
  })
  return row
}
