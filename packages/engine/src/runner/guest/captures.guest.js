'use strict'
  // What goes over each link of a test run, cut to what a person reads. An import has none of this.
;(function captures(clock) {
  const { isArray } = Array
  const { getOwnPropertyDescriptor, defineProperty } = Object
  const maxChars = 2000
  const maxEntries = 3
  const maxText = 200
  const maxDepth = 8
  // Beyond this a diagram is no longer looked at link by link.
  const maxValues = 1000
  const links = []
  let started = clock()

  /** A copy of the value with long texts, long lists and what is deep cut; `left.chars` goes down, `left.cut` is set. */
  function shortened(value, left, depth) {
    switch (typeof value) {
      case 'string':
        return shortText(value, left)
      case 'number':
        left.chars -= 4
        return Number.isFinite(value) ? value : null
      case 'boolean':
        left.chars -= 4
        return value
      case 'undefined':
        return null
      case 'object':
        break
      default:
        return shortText(typeof value === 'bigint' ? `${value}n` : `[${typeof value}]`, left)
    }
    if (value === null) return null
    if (depth >= maxDepth || left.chars <= 0) {
      left.cut = true
      return '…'
    }
    if (isArray(value)) return shortList(value, left, depth)
    if (value instanceof Date)
      return shortText(Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString(), left)
    if (value instanceof Map || value instanceof Set) return shortText(value instanceof Map ? '[Map]' : '[Set]', left)
    if (ArrayBuffer.isView(value)) return shortText('[binary data]', left)
    if (value instanceof Error) return shortText(`[Error: ${own(value, 'message')}]`, left)
    return shortObject(value, left, depth)
  }

  function shortText(text, left) {
    const most = Math.max(0, Math.min(maxText, left.chars))
    left.chars -= Math.min(text.length, most) + 2
    if (text.length <= most) return text
    left.cut = true
    const half = most >> 1
    return half === 0 ? '…' : `${text.slice(0, half)}…${text.slice(-half)}`
  }

  function shortList(list, left, depth) {
    const result = []
    const entries = Math.min(list.length, maxEntries)
    if (list.length > entries) left.cut = true
    for (let i = 0; i < entries; i++) result.push(shortened(own(list, i), left, depth + 1))
    left.chars -= 2
    return result
  }

  function shortObject(object, left, depth) {
    const result = {}
    left.chars -= 2
    for (const key of Object.keys(object)) {
      if (left.chars <= 0) {
        left.cut = true
        break
      }
      const name = key.length > maxText ? key.slice(0, maxText) : key
      left.chars -= name.length + 3
      const value = shortened(own(object, key), left, depth + 1)
      defineProperty(result, name, { value, writable: true, enumerable: true, configurable: true })
    }
    return result
  }

  /** Looking on must not run an author's getter. */
  function own(object, key) {
    const found = getOwnPropertyDescriptor(object, key)
    return found && 'value' in found ? found.value : found?.get ? '[getter]' : undefined
  }

  function look(value, left) {
    try {
      return shortened(value, left, 0)
    } catch {
      // A proxy may throw whatever is asked of it.
      return '[unreadable]'
    }
  }

  const begun = (link) => {
    if (link.at < 0) link.at = clock() - started
  }

  return {
    start() {
      started = clock()
    },
    /** A link of a diagram. */
    add(component, name) {
      const link = { component, link: name, count: 0, at: -1, ms: 0, value: null, left: null, chunks: null }
      links.push(link)
      return link
    },
    saw(link, value) {
      if (value === undefined) return
      begun(link)
      link.count += isArray(value) ? value.length : 1
      link.left = { chars: maxChars, cut: false }
      link.value = look(value, link.left)
    },
    /** A chunk of the one list that goes over the link. */
    sawChunk(link, list) {
      begun(link)
      link.count += list.length
      link.left ??= { chars: maxChars, cut: false }
      link.chunks ??= link.value = []
      for (let i = 0; i < list.length && link.chunks.length < maxEntries; i++)
        link.chunks.push(look(list[i], link.left))
      if (link.count > maxEntries) link.left.cut = true
    },
    /** Runs a link's own code. */
    timed(link, work) {
      const before = clock()
      try {
        return work()
      } finally {
        link.ms += clock() - before
      }
    },
    /** What LinkValue of the contract says, in the order of the diagrams. */
    all: () =>
      links.map(({ component, link, count, at, ms, value, left }, index) => ({
        component,
        link,
        count,
        at: Math.max(0, at),
        ms,
        value: index < maxValues ? value : null,
        cut: index < maxValues ? (left?.cut ?? false) : count > 0,
      })),
  }
})
