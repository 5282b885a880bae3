/** A number as the decimal people wrote: digits and how many of them stand behind the point. */
function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toString().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) }
}

/** Whether a number is a multiple of another, in decimals: 0.0075 is one of 0.0001, whatever binary fractions say. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const a = decimal(value)
  const b = decimal(divisor)
  const scale = Math.max(a.scale, b.scale)
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n
}
