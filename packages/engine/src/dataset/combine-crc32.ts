/** Of the CRC-32 that zip and `node:zlib` use, with its bits in reverse. */
const polynomial = 0xedb88320

/** The CRC-32 of bytes that follow others, out of the sums of both and the number of the second (crc32_combine of zlib). */
export function combineCrc32(first: number, second: number, bytes: number): number {
  return (multiply(powerOf(bytes), first) ^ second) >>> 0
}

/** x to the power of 2 to the power of n, for the bits of a number of bytes. */
const squares: number[] = []
for (let n = 0, power = 0x40000000; n < 56; n++, power = multiply(power, power)) squares.push(power)

/** x to the power of as many bits as there are in so many bytes. */
function powerOf(bytes: number): number {
  let power = 0x80000000
  for (let left = bytes, n = 3; left > 0; left = Math.floor(left / 2), n++) {
    if (left % 2 === 1) power = multiply(squares[n] as number, power)
  }
  return power
}

/** The product of two polynomials, modulo the one of the sum. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 31, factor = b; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product
}
