import { SaxesParser } from 'saxes'
import type { FoundList } from '../records/choose-list.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { decodeXmlName } from './xml-name.ts'

/** Lists lie so many elements below the root at most; what is nested further belongs to a record. */
const maxDepth = 4
/** Names that are remembered; a document of more different places is no list. */
const maxPlaces = 10_000

/** The lists of a document, and the fields of the elements around them. */
export type XmlLists = { root: string; lists: FoundList[]; fields: string[] }

type Place = { path: string[]; count: number; fields: Set<string> }

/**
 * The elements that stand several times in one parent, each with fields of its own, wherever they are. null where the
 * repeated children of the root are all there is, which a look at the first chunk tells, where the text is no XML, or
 * where an element has more attributes than are read.
 */
export function findXmlLists(chunks: Iterable<string>, limits: ReadLimits): XmlLists | null {
  const survey = new XmlSurvey(limits.columns)
  let isFirst = true
  for (const chunk of chunks) {
    if (!survey.read(chunk)) return null
    if (isFirst && survey.isFlat) return null
    isFirst = false
  }
  return survey.isFlat ? null : survey.lists()
}

class XmlSurvey {
  readonly #parser = new SaxesParser()
  readonly #places = new Map<string, Place>()
  readonly #open: (Place | null)[] = []
  readonly #root: Place = { path: [], count: 1, fields: new Set() }
  #rootName = ''
  /** Of the element that is open. */
  #attributes = 0
  #isBroken = false

  constructor(maxAttributes: number) {
    this.#parser.on('error', () => (this.#isBroken = true))
    this.#parser.on('opentagstart', ({ name }) => {
      this.#attributes = 0
      this.#enter(decodeXmlName(name))
    })
    this.#parser.on('attribute', ({ name }) => {
      if (++this.#attributes > maxAttributes) this.#isBroken = true
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) this.#open.at(-1)?.fields.add(`@${name}`)
    })
    this.#parser.on('closetag', () => this.#open.pop())
  }

  /** @returns whether it is XML so far, and to be read */
  read(chunk: string): boolean {
    this.#parser.write(chunk)
    return !this.#isBroken && this.#places.size < maxPlaces
  }

  /** All children of the root have one name, which repeats. */
  get isFlat(): boolean {
    const [only, ...others] = this.#places.values().filter(({ path }) => path.length === 1)
    return others.length === 0 && (only?.count ?? 0) > 1
  }

  lists(): XmlLists {
    const places = [...this.#places.values()]
    const isSingle = (path: readonly string[]) => path.length === 0 || this.#places.get(path.join('/'))?.count === 1
    const lists = places.filter(({ path, count, fields }) => {
      const parents = path.slice(0, -1).map((_, end) => path.slice(0, end + 1))
      return count > 1 && fields.size > 0 && parents.every(isSingle)
    })
    const around = [this.#root, ...places.filter(({ path }) => isSingle(path))].flatMap(({ fields }) => [...fields])
    return {
      root: this.#rootName,
      lists: lists.map(({ path, count, fields }) => ({ path, count, fields: [...fields] })),
      fields: around,
    }
  }

  #enter(name: string): void {
    const depth = this.#open.length
    const parent = this.#open[depth - 1]
    parent?.fields.add(name)
    if (depth === 0) this.#rootName = name
    this.#open.push(depth === 0 ? this.#root : parent && depth <= maxDepth ? this.#placeOf(parent, name) : null)
  }

  #placeOf(parent: Place, name: string): Place {
    const path = [...parent.path, name]
    const key = path.join('/')
    const place = this.#places.get(key) ?? { path, count: 0, fields: new Set<string>() }
    this.#places.set(key, place)
    place.count++
    return place
  }
}
