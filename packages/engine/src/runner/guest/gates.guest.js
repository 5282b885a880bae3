'use strict'
  // The ports of a closed box, that is of a component which the person who runs the test may not see (S3). What passes is
  // copied: a getter or proxy sent in would tell what the code inside does with it, a function coming out has its source.
;(function gates(values) {
  const { isArray } = Array
  const { apply } = Reflect
  const { getTime } = Date.prototype
  const eachOf = { Map: Map.prototype.forEach, Set: Set.prototype.forEach }
  // What stays the same for all items of a list comes frozen, once for each of them.
  const known = new WeakMap()

  /**
   * The value as plain data: lists, objects without a class, dates, Maps and Sets of them.
   * @throws TypeError that names the port and the place inside the value
   */
  function pass(value, port) {
    const frozen = value !== null && typeof value === 'object' && Object.isFrozen(value)
    if (frozen && known.has(value)) return known.get(value)
    const path = []
    let refusal = null

    function refused(what) {
      const where = path.length === 0 ? `is ${what}` : `holds ${what} at ${values.pathText(path)}`
      refusal = new TypeError(
        `only plain data passes the ports of a component that you may not see: '${port}' ${where}`,
      )
      return refusal
    }

    function at(key, part) {
      path.push(key)
      const copy = copied(part)
      path.pop()
      return copy
    }

    function copied(part) {
      if (typeof part === 'function') throw refused('a function')
      if (part === null || typeof part !== 'object') return part
      if (isArray(part)) {
        const list = []
        for (let i = 0; i < part.length; i++) list.push(at(i, part[i]))
        return list
      }
      if (part instanceof Date) return new Date(apply(getTime, part, []))
      if (part instanceof Map) {
        const map = new Map()
        apply(eachOf.Map, part, [(entry, key) => map.set(at('key', key), at('entry', entry))])
        return map
      }
      if (part instanceof Set) {
        const set = new Set()
        apply(eachOf.Set, part, [(entry) => set.add(at('entry', entry))])
        return set
      }
      if (!values.plain(part)) throw refused(values.oddKind(part) ?? 'an object of a class')
      const result = {}
      for (const key of Object.keys(part)) values.put(result, key, at(key, part[key]))
      return result
    }

    let copy
    try {
      copy = copied(value)
    } catch (thrown) {
      // What a getter or proxy throws is not for the other side.
      throw thrown === refusal
        ? refusal
        : refused(thrown instanceof RangeError ? 'too many levels' : 'what cannot be read')
    }
    if (frozen) {
      values.settle(copy)
      known.set(value, copy)
    }
    return copy
  }

  return { pass }
})
