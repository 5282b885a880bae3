/** How the numbers of a list are stored: bytes of each (8 = as doubles), and the power of ten they were multiplied by. */
export type NumberForm = { width: 1 | 2 | 4 | 8; scale: number }

const powers = [1, 10, 100, 1000, 10_000]
const limits = { 1: 2 ** 7, 2: 2 ** 15, 4: 2 ** 31 } as const

/**
 * The narrowest form that gives each number back as it is. A decimal such as 12.34 is the whole number 1234 and its
 * division by 100: both are exact, so that the quotient is the same double as the text 12.34.
 */
export function numberForm(values: Float64Array): NumberForm {
  let scale = 0
  let most = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    while (!isWhole(value, powers[scale] as number)) if (++scale === powers.length) return { width: 8, scale: 0 }
    const size = Math.abs(value)
    if (size > most) most = size
  }
  const largest = Math.round(most * (powers[scale] as number))
  const width = ([1, 2, 4] as const).find((bytes) => largest < limits[bytes])
  return width === undefined ? { width: 8, scale: 0 } : { width, scale }
}

/** Whether it is a whole number times 1/power, and comes back from it; -0 and what is not finite do not. */
function isWhole(value: number, power: number): boolean {
  const whole = Math.round(value * power)
  return whole / power === value && whole < limits[4] && whole > -limits[4] && (whole !== 0 || !Object.is(value, -0))
}

/** The bytes of numbers in that form. */
export function storeNumbers(values: Float64Array, { width, scale }: NumberForm): Uint8Array {
  const target =
    width === 8
      ? new Float64Array(values)
      : width === 4
        ? new Int32Array(values.length)
        : width === 2
          ? new Int16Array(values.length)
          : new Int8Array(values.length)
  if (width < 8) {
    const power = powers[scale] as number
    for (let i = 0; i < values.length; i++) target[i] = Math.round((values[i] as number) * power)
  }
  return new Uint8Array(target.buffer)
}

/** The numbers that such bytes hold; `at` is a multiple of their width. */
export function loadNumbers(
  bytes: ArrayBuffer,
  at: number,
  count: number,
  { width, scale }: NumberForm,
): Float64Array<ArrayBuffer> {
  if (width === 8) return new Float64Array(bytes.slice(at, at + count * 8))
  const stored =
    width === 4
      ? new Int32Array(bytes, at, count)
      : width === 2
        ? new Int16Array(bytes, at, count)
        : new Int8Array(bytes, at, count)
  const values = new Float64Array(stored)
  const power = powers[scale] as number
  if (power > 1) for (let i = 0; i < count; i++) values[i] = (values[i] as number) / power
  return values
}
