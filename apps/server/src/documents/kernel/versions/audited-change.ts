import { isSameText } from '@millrace/contract/documents/merge/same-text'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** Up to so many characters, both sides together, the audit keeps content in whole. */
const maxWhole = 64 * 1024
/** Of a change of larger content so many at most, each side. */
const maxChanged = 128 * 1024

type Content = Record<string, unknown>
type Change = { before: Content; after: Content }

/**
 * A change as the audit keeps it: in whole while both sides are small, else the parts that differ, with a sentence. A
 * schema of 5 MB would add 10 MB with every save, for a field that was renamed.
 */
export function auditedChange(change: { before: object; after: object }): Change {
  const [before, after] = [{ ...change.before }, { ...change.after }] as [Content, Content]
  const size = JSON.stringify(before).length + JSON.stringify(after).length
  if (size <= maxWhole) return { before, after }
  const note = 'The content is large: only the parts that differ are kept here.'
  return {
    before: { ...cut(differing(before, after)), name: before.name },
    after: { ...cut(differing(after, before)), name: after.name, note },
  }
}

/** Of an object what the other one has in another way; what is no object on both sides is one value. */
function differing(value: Content, other: Content): Content {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const there = Object.hasOwn(other, name) ? other[name] : undefined
      if (isObject(item) && isObject(there)) {
        const inner = differing(item, there)
        if (Object.keys(inner).length > 0) return [[name, inner]]
        const [names, others] = [Object.keys(item), Object.keys(there)]
        return names.length === others.length && !isSameText(names, others) ? [[name, { order: names }]] : []
      }
      return isSameText(item, there) ? [] : [[name, item]]
    }),
  )
}

/** The value while it fits, else each of its parts that does; what does not is told by its length. */
function cut(value: Content): Content {
  let left = maxChanged
  const keep = (part: unknown): unknown => {
    const { length } = JSON.stringify(part) ?? ''
    if (length <= left) {
      left -= length
      return part
    }
    const sentence = `… (${length} characters, too many to be kept)`
    if (!isObject(part) || left <= 0) return sentence
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, keep(item)]))
  }
  return keep(value) as Content
}
