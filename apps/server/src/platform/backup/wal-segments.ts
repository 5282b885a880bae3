/** Segments of 16 MiB in one 'log file' of the name, which counts them with eight hexadecimal digits more than it needs. */
const perLog = 256n

/**
 * Names of the segments of the write-ahead log from one to another, both included.
 * @throws Error when they are of different timelines or in the wrong order
 */
export function segmentsBetween(first: string, last: string): string[] {
  const [from, to] = [parse(first), parse(last)]
  if (from.timeline !== to.timeline || from.number > to.number) throw new Error(`no way from ${first} to ${last}`)
  const names: string[] = []
  for (let number = from.number; number <= to.number; number++) {
    names.push(`${from.timeline}${hex(number / perLog)}${hex(number % perLog)}`)
  }
  return names
}

function parse(name: string): { timeline: string; number: bigint } {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name)
  if (parts === null) throw new Error(`${name} is no segment of the log`)
  const [, timeline = '', log = '', segment = ''] = parts
  return { timeline, number: BigInt(`0x${log}`) * perLog + BigInt(`0x${segment}`) }
}

const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0')
