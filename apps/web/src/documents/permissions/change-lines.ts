import type { AccessChange } from '@millrace/contract'

/** 'Marc Manager loses 3 pipelines:' with the names of the pipelines. */
export type ChangeLine = { key: string; text: string; names: string; lost: boolean }

type Kind = 'loses' | 'write lost' | 'gains' | 'write gained'
/** Losses first: they are what somebody should think twice about. */
const kinds: readonly Kind[] = ['loses', 'write lost', 'gains', 'write gained']

const kindOf = ({ read, write }: AccessChange): Kind | null => {
  if (read !== null) return read
  if (write !== null) return write === 'loses' ? 'write lost' : 'write gained'
  return null
}

const shownNames = 5
const plural: Record<AccessChange['item']['type'], string> = {
  pipeline: 'pipelines',
  folder: 'folders',
  schema: 'data models',
  component: 'components',
}
const singular: Record<AccessChange['item']['type'], string> = {
  pipeline: 'the pipeline',
  folder: 'the folder',
  schema: 'the data model',
  component: 'the component',
}

function phrase(kind: Kind, type: AccessChange['item']['type'], count: number): string {
  const things = count === 1 ? singular[type] : `${count} ${plural[type]}`
  if (kind === 'loses' || kind === 'gains') return `${kind} ${things}:`
  return kind === 'write lost' ? `may no longer change ${things}:` : `may change ${things}:`
}

/** The changes as lines: one for each person, kind of change and kind of thing, losses first. */
export function linesOf(changes: readonly AccessChange[]): ChangeLine[] {
  const groups = new Map<string, { first: AccessChange; kind: Kind; names: string[] }>()
  for (const change of changes) {
    const kind = kindOf(change)
    if (kind === null) continue
    const key = `${kinds.indexOf(kind)} ${change.item.type} ${change.user._id}`
    const group = groups.get(key) ?? { first: change, kind, names: [] }
    group.names.push(change.item.name)
    groups.set(key, group)
  }
  return [...groups]
    .map(([key, { first, kind, names }]) => ({
      key,
      order: kinds.indexOf(kind),
      text: `${first.user.firstName} ${first.user.lastName} ${phrase(kind, first.item.type, names.length)}`,
      names: joinNames(names),
      lost: kind === 'loses' || kind === 'write lost',
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ order: _, ...line }) => line)
}

/** 'a, b, c and 4 more' */
function joinNames(names: readonly string[]): string {
  const others = names.length - shownNames
  // 'and 1 more' would be no shorter than the name itself.
  return others <= 1 ? names.join(', ') : `${names.slice(0, shownNames).join(', ')} and ${others} more`
}
