'use strict'
  // Plain values inside the isolate: copies for values that go several ways, merging of several links into one port.
;(function values() {
  const { isArray } = Array
  const { getPrototypeOf, keys, freeze, defineProperty } = Object
  const plain = (value) => {
    if (value === null || typeof value !== 'object') return false
    const proto = getPrototypeOf(value)
    return proto === Object.prototype || proto === null
  }
  const put = (object, key, value) => {
    // A key such as __proto__ is data.
    if (key === '__proto__') {
      defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    } else object[key] = value
  }

  // Beyond this JSON and those who read it run out of stack.
  const maxDepth = 1000

  /** A deep copy of lists, plain objects and dates; anything else stays the same object. */
  function copy(value) {
    if (value === null || typeof value !== 'object') return value
    if (isArray(value)) {
      const list = []
      for (let i = 0; i < value.length; i++) list.push(copy(value[i]))
      return list
    }
    if (value instanceof Date) return new Date(value.getTime())
    if (!plain(value)) return value
    const result = {}
    for (const key of keys(value)) put(result, key, copy(value[key]))
    return result
  }

  /** Freezes lists and plain objects all the way down. */
  function settle(value) {
    const todo = [value]
    while (todo.length) {
      const next = todo.pop()
      if (next === null || typeof next !== 'object' || Object.isFrozen(next)) continue
      if (!isArray(next) && !plain(next)) continue
      freeze(next)
      for (const key of keys(next)) todo.push(next[key])
    }
  }

  /** What a person calls the kind of a value. */
  const nameOf = (value) => (isArray(value) ? 'a list' : plain(value) ? 'an object' : 'a single value')

  /** Several links into one port: objects are merged in link order, lists appended; undefined adds nothing. */
  function merge(before, value, port) {
    if (value === undefined) return before
    if (before === undefined) return value
    if (isArray(before) && isArray(value)) return before.concat(value)
    if (plain(before) && plain(value)) {
      const result = {}
      for (const key of keys(before)) put(result, key, before[key])
      for (const key of keys(value)) put(result, key, value[key])
      return result
    }
    throw new TypeError(`port '${port}' gets ${nameOf(before)} and ${nameOf(value)}, which cannot be merged`)
  }

  /** Why a value is no plain data, such as 'holds a function at a.b' or 'is a function'; null when it is. */
  function unfit(value) {
    const above = new Set()
    const path = []
    const said = (what) => (path.length === 0 ? `is ${what}` : `holds ${what} at ${pathText(path)}`)
    const look = (part) => {
      const kind = oddKind(part)
      if (kind !== null) return said(kind)
      if (part === null || typeof part !== 'object' || part instanceof Date) return null
      if (above.has(part)) return said('itself')
      if (above.size >= maxDepth) return `is nested more than ${maxDepth} levels deep`
      above.add(part)
      for (const key of keys(part)) {
        path.push(isArray(part) ? +key : key)
        const found = look(part[key])
        if (found !== null) return found
        path.pop()
      }
      above.delete(part)
      return null
    }
    return look(value)
  }

  const articles = { Map: 'a Map', Set: 'a Set', RegExp: 'a RegExp', Promise: 'a Promise', Error: 'an Error' }

  /** What a person calls a value that is no plain data by itself; null for any other. */
  function oddKind(value) {
    if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
    if (typeof value === 'bigint') return 'a BigInt'
    if (value === null || typeof value !== 'object' || isArray(value)) return null
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : null
    for (const type of [Map, Set, RegExp, Promise, Error]) if (value instanceof type) return articles[type.name]
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'binary data'
    // Where it crosses by its properties, it would not be what its toJSON says.
    return 'toJSON' in value ? 'an object with a toJSON of its own' : null
  }

  const pathText = (path) =>
    path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${part}`)).join('')

  return { copy, settle, merge, isArray, plain, put, unfit, oddKind, pathText }
})
