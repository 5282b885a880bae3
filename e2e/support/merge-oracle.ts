/** What the merge dialog showed: the paths it told as changed, and those it asked about with the side that was chosen. */
export type ToldMerge = { changes: readonly string[]; conflicts: ReadonlyMap<string, 'mine' | 'theirs'> }

/** How the dialog writes a path. */
const between = ' › '
const orderInside = 'The order inside properties'

/**
 * A schema as its single values, each under the path that the dialog writes; objects count as being there, entries of
 * `required` under their own text. The order of fields that `common` has is one value more.
 */
function valuesOf(schema: unknown, common: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) walk(true, [...path, JSON.stringify(item)])
    else if (typeof value === 'object' && value !== null) {
      found.set(path.join(between), 'there')
      for (const [name, item] of Object.entries(value)) walk(item, [...path, name])
    } else found.set(path.join(between), JSON.stringify(value))
  }
  walk(schema, [])
  found.set(
    orderInside,
    fieldsOf(schema)
      .filter((name) => common.includes(name))
      .join(),
  )
  return found
}

/** Names of the fields of a schema, in their order. */
export const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { properties?: object }).properties ?? {})

/**
 * What a merge did with each single value, judged without the rules of the merge itself: what one side changed is in the
 * result, what both changed otherwise was asked, whatever was changed was told.
 * @returns one line for each value that disappeared or was not told
 */
export function lostInMerge(
  sides: { base: unknown; mine: unknown; theirs: unknown },
  merged: unknown,
  { changes, conflicts }: ToldMerge,
): string[] {
  const common = fieldsOf(sides.base).filter((name) =>
    [sides.mine, sides.theirs].every((side) => fieldsOf(side).includes(name)),
  )
  const [base, mine, theirs, result] = [sides.base, sides.mine, sides.theirs, merged].map((side) =>
    valuesOf(side, common),
  ) as [Map<string, string>, Map<string, string>, Map<string, string>, Map<string, string>]
  const isUnder = (path: string) => (told: string) =>
    told === path ||
    (told !== 'properties' && path.startsWith(told + between)) ||
    (told === 'properties' && path === orderInside)
  const lost: string[] = []
  for (const path of new Set([...base.keys(), ...mine.keys(), ...theirs.keys(), ...result.keys()])) {
    const [before, own, other, after] = [base, mine, theirs, result].map((side) => side.get(path))
    const asked = [...conflicts].find(([told]) => isUnder(path)(told))
    const expected = asked === undefined ? (own === before ? other : own) : asked[1] === 'mine' ? own : other
    if (after !== expected) lost.push(`${path}: ${after} instead of ${expected}`)
    if (asked !== undefined || (own === before && other === before)) continue
    if (own !== before && other !== before && own !== other) lost.push(`${path}: changed in two ways, and not asked`)
    else if (!changes.some(isUnder(path))) lost.push(`${path}: changed, and not told`)
  }
  return lost
}
