'use strict'
  // Lists of records in the shape in which they cross between host and isolate, the same text on both sides. A record
  // alone crosses key by key; here the texts of a column are one text with the places where each ends, its numbers one
  // block of numbers, and the keys are written once: that takes a quarter of the time.
  //
  // Packed: { keys, n, columns }. Column: { kind, data, ends, at, odd, absent }.
  //   kind 's': data is all texts joined, ends[i] where text i ends; 'n': data is a Float64Array; 'v': a list of values
  //   at, odd:  places of an 's' or 'n' column whose value is of another kind, and those values
  //   absent:   places where the record has no such key
;(function columns(makeFunction) {
  const { getPrototypeOf, defineProperty, keys: ownKeys } = Object
  const { stringify } = JSON
  // Beyond this the functions made for one shape cost more than they save.
  const maxKeys = 512
  const maxMade = 64
  const none = Object.freeze([])
  const gatherers = new Map()
  const makers = new Map()

  const literal = (key) => (key === '__proto__' ? '["__proto__"]' : stringify(key))

  /** One made function per list of keys; few lists occur in a run, and a hostile run cannot pile them up. */
  function made(cache, keys, make) {
    const name = stringify(keys)
    let found = cache.get(name)
    if (!found) {
      if (cache.size >= maxMade) cache.clear()
      found = make()
      cache.set(name, found)
    }
    return found
  }

  /** The values of each key over all rows, in lists. */
  const gatherer = (keys) =>
    made(gatherers, keys, () => {
      const lists = keys.map((_key, i) => `const c${i}=[]`).join(';')
      const puts = keys.map((key, i) => `c${i}.push(r[${stringify(key)}])`).join(';')
      const all = keys.map((_key, i) => `c${i}`).join()
      return makeFunction(
        'rows',
        `const n=rows.length;${lists};for(let i=0;i<n;i++){const r=rows[i];${puts}}return [${all}]`,
      )
    })

  /** Rows out of lists of values. */
  const maker = (keys) =>
    made(makers, keys, () => {
      const lists = keys.map((_key, i) => `const c${i}=c[${i}]`).join(';')
      const fields = keys.map((key, i) => `${literal(key)}:c${i}[i]`).join()
      return makeFunction('c', 'n', `${lists};const rows=[];for(let i=0;i<n;i++)rows.push({${fields}});return rows`)
    })

  // Lists are filled with push in this and the other texts: where Array.prototype is frozen, V8 stores by index at ten
  // times the price (decision 8).

  // The loop over all rows is compiled while it runs, and thrown away at whatever it had not met before: so it does
  // little, and leaves the rest to functions.

  /** The one order of keys that all rows follow, some leaving some out; null where there is none. How many each has: `counts`. */
  function commonKeys(rows, counts) {
    let keys = firstKeys(rows[0])
    for (let i = 0; keys !== null && i < rows.length; i++) {
      const row = rows[i]
      if (row === null || typeof row !== 'object' || getPrototypeOf(row) !== Object.prototype) return null
      if (hasAll(row, keys)) {
        counts.push(keys.length)
        continue
      }
      keys = withKeys(row, keys)
      counts.push(countOf(row))
    }
    return keys
  }

  function firstKeys(row) {
    if (row === null || typeof row !== 'object' || getPrototypeOf(row) !== Object.prototype) return null
    const keys = ownKeys(row)
    return keys.length > maxKeys ? null : keys
  }

  /** Whether a row has these keys and no other, in this order. */
  function hasAll(row, keys) {
    let at = 0
    for (const key in row) {
      if (at >= keys.length || key !== keys[at]) return false
      at++
    }
    return at === keys.length
  }

  function countOf(row) {
    let count = 0
    for (const _key in row) count++
    return count
  }

  /** The keys with those of a row put among them; null where its order is another. */
  function withKeys(row, known) {
    let keys = known
    let at = 0
    for (const key in row) {
      const place = at < keys.length && key === keys[at] ? at : keys.indexOf(key)
      if (place >= 0) {
        if (place < at) return null
        at = place + 1
        continue
      }
      if (keys.length >= maxKeys) return null
      keys = [...keys.slice(0, at), key, ...keys.slice(at)]
      at++
    }
    return keys
  }

  function column(values, absent) {
    const n = values.length
    let first = 0
    while (first < n && (values[first] === undefined || values[first] === null)) first++
    const type = typeof values[first]
    const plain = { kind: 'v', data: values, ends: null, at: none, odd: none, absent }
    if (type !== 'string' && type !== 'number') return plain
    const at = []
    const odd = []
    if (type === 'number') {
      const data = new Float64Array(n)
      for (let i = 0; i < n; i++) {
        const value = values[i]
        if (typeof value === 'number') data[i] = value
        else {
          at.push(i)
          odd.push(value)
        }
      }
      return at.length * 4 > n ? plain : { kind: 'n', data, ends: null, at, odd, absent }
    }
    const ends = new Uint32Array(n)
    let data = ''
    for (let i = 0; i < n; i++) {
      const value = values[i]
      if (typeof value === 'string') data += value
      else {
        at.push(i)
        odd.push(value)
      }
      ends[i] = data.length
    }
    return at.length * 4 > n ? plain : { kind: 's', data, ends, at, odd, absent }
  }

  /** Places per key; rows with as many keys as there are lack none. */
  function absentOf(rows, keys, counts) {
    const absent = keys.map(() => none)
    for (let i = 0; i < rows.length; i++) {
      if (counts[i] === keys.length) continue
      for (let k = 0; k < keys.length; k++) {
        if (Object.hasOwn(rows[i], keys[k])) continue
        if (absent[k] === none) absent[k] = []
        absent[k].push(i)
      }
    }
    return absent
  }

  const placesOfUndefined = (values) => {
    let places = none
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== undefined) continue
      if (places === none) places = []
      places.push(i)
    }
    return places
  }

  /** The values of each key over all rows, undefined where a row lacks it; null where the rows are no records with one order of keys. */
  function gather(rows) {
    if (rows.length === 0) return null
    const counts = []
    const keys = commonKeys(rows, counts)
    if (keys === null || keys.length === 0) return null
    const absent = counts.every((count) => count === keys.length) ? null : absentOf(rows, keys, counts)
    const lists = gatherer(keys)(rows)
    // What a row lacks must not be read from its prototype.
    absent?.forEach((places, k) => places.forEach((i) => (lists[k][i] = undefined)))
    return { keys, lists, absent }
  }

  /** The same for rows of a table, which have no other keys than these, in this order, and none that every object has. */
  function gatherTable(rows, keys) {
    return { keys, lists: gatherer(keys)(rows) }
  }

  /** null where the rows are no records with one order of keys. `leavesOut`: what is undefined counts as absent. */
  function pack(rows, leavesOut = false) {
    const gathered = gather(rows)
    if (gathered === null) return null
    const { keys, lists, absent } = gathered
    const absentIn = leavesOut ? placesOfUndefined : (_values, k) => (absent ? absent[k] : none)
    return { keys, n: rows.length, columns: lists.map((values, k) => column(values, absentIn(values, k))) }
  }

  /** Only these fields of rows that nothing but a look at a field can be at: what a row lacks is undefined. null as above. */
  function packFields(rows, keys) {
    if (rows.length === 0 || keys.length > maxKeys) return null
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]
      if (row === null || typeof row !== 'object' || getPrototypeOf(row) !== Object.prototype) return null
    }
    return { keys, n: rows.length, columns: gatherer(keys)(rows).map((values) => column(values, none)) }
  }

  /** The values of a column, undefined where absent. */
  function valuesOf({ kind, data, ends, at, odd }) {
    if (kind === 'v') return data
    const values = []
    if (kind === 'n') for (let i = 0; i < data.length; i++) values.push(data[i])
    else {
      let from = 0
      for (let i = 0; i < ends.length; i++) {
        values.push(data.slice(from, ends[i]))
        from = ends[i]
      }
    }
    for (let i = 0; i < at.length; i++) values[at[i]] = odd[i]
    return values
  }

  function unpack({ keys, n, columns }) {
    const lists = columns.map(valuesOf)
    const rows = maker(keys)(lists, n)
    const lacking = new Map()
    columns.forEach(({ absent }, k) => {
      for (const i of absent) {
        if (!lacking.has(i)) lacking.set(i, [])
        lacking.get(i).push(k)
      }
    })
    for (const [i, places] of lacking) rows[i] = without(keys, lists, i, places)
    return rows
  }

  /** `places`: which of the keys row i lacks, ascending. */
  function without(keys, lists, i, places) {
    const row = {}
    let next = 0
    for (let k = 0; k < keys.length; k++) {
      if (places[next] === k) {
        next++
        continue
      }
      const key = keys[k]
      const value = lists[k][i]
      if (key === '__proto__') defineProperty(row, key, { value, writable: true, enumerable: true, configurable: true })
      else row[key] = value
    }
    return row
  }

  return { gather, gatherTable, pack, packFields, unpack, valuesOf }
})
