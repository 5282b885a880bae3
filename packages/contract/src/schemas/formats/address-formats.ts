/** '192.168.0.1': four numbers up to 255 without leading zeros. */
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
export const isIpv4 = (text: string): boolean => ipv4.test(text)

/** '2001:db8::1', also with an IPv4 address at its end; no zone. */
export function isIpv6(text: string): boolean {
  if (text.length > 45 || !/^[0-9a-f:.]+$/i.test(text)) return false
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return false
  const inHead = groups(head, tail === undefined)
  if (tail === undefined) return inHead === 8
  const inTail = groups(tail, true)
  return inHead !== null && inTail !== null && inHead + inTail <= 7
}

/** How many of the eight groups a part has; null where one is none. */
function groups(part: string, isLast: boolean): number | null {
  if (part === '') return 0
  const all = part.split(':')
  let count = 0
  for (const [index, group] of all.entries()) {
    if (isLast && index === all.length - 1 && group.includes('.')) {
      if (!isIpv4(group)) return null
      count += 2
    } else if (/^[0-9a-f]{1,4}$/i.test(group)) count++
    else return null
  }
  return count
}

const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

const pointer = /^(?:\/(?:[^~/]|~0|~1)*)*$/
export const isJsonPointer = (text: string): boolean => pointer.test(text)

const relativePointer = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/
export const isRelativeJsonPointer = (text: string): boolean => relativePointer.test(text)
