import { loadNumbers, numberForm, storeNumbers } from './narrow-numbers.ts'

/** Numbers of which most are one more than the one before: the first, and the bytes of what is not so. */
export function storeRising(numbers: ArrayLike<number>): { first: number; width: number; bytes: Uint8Array } {
  const first = numbers[0] ?? 0
  const steps = new Float64Array(Math.max(0, numbers.length - 1))
  let isRegular = true
  for (let i = 0; i < steps.length; i++) {
    const step = (numbers[i + 1] as number) - (numbers[i] as number)
    steps[i] = step
    if (step !== 1) isRegular = false
  }
  if (isRegular) return { first, width: 0, bytes: new Uint8Array(0) }
  const form = numberForm(steps)
  return { first, width: form.width, bytes: storeNumbers(steps, form) }
}

/** @param bytes as `storeRising` made them, null where it made none */
export function loadRising(first: number, width: number, bytes: ArrayBuffer | null, count: number): number[] {
  const steps = bytes === null ? null : loadNumbers(bytes, 0, count - 1, { width: width as 1 | 2 | 4 | 8, scale: 0 })
  const numbers: number[] = []
  for (let i = 0, number = first; i < count; i++) {
    numbers.push(number)
    number += steps === null ? 1 : (steps[i] ?? 0)
  }
  return numbers
}
