/** Where a value goes that is read from somewhere: onto one input, or '' for the whole payload. */
export type FillTarget = string

/** What the payload is filled with, and where that comes from, for people: 'first 10 records of bikes.csv'. */
export type Filling = { text: string; from: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The payload with the value on one input; what stands on the others stays. */
export function fillPayload(payload: string, target: FillTarget, value: unknown): string {
  if (target === '') return JSON.stringify(value, null, 2)
  return JSON.stringify({ ...objectOf(payload), [target]: value }, null, 2)
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** A file that names inputs of the component is a whole payload; what else it holds goes onto the input that was chosen. */
export function targetOf(value: unknown, chosen: FillTarget, inputs: readonly string[]): FillTarget {
  const names = isObject(value) ? Object.keys(value) : []
  return names.length > 0 && names.every((name) => inputs.includes(name)) ? '' : chosen
}

/** At most so many records of a list; anything else as it is. */
export const firstOf = (value: unknown, count: number): unknown =>
  Array.isArray(value) ? value.slice(0, count) : value

/** 'the first 10 of 120 records of bikes.csv' */
export function wordsOfFile(name: string, value: unknown, count: number): string {
  if (!Array.isArray(value)) return name
  return value.length <= count ? `${name}` : `the first ${count} of ${value.length} records of ${name}`
}
