import type { Point } from '../layout/elk-graph.ts'

const cornerRadius = 6
/** A port is drawn as a dot: a link may begin at its middle or at its rim. */
const nearness = 8

const isNear = (one: Point | undefined, other: Point): boolean =>
  one !== undefined && Math.abs(one.x - other.x) <= nearness && Math.abs(one.y - other.y) <= nearness

/** Whether a route still leads from one end to the other: boxes can be pulled elsewhere. */
export const fits = (route: readonly Point[], from: Point, to: Point): boolean =>
  isNear(route[0], from) && isNear(route.at(-1), to)

/** Through all points, with rounded corners. */
export function pathThrough(route: readonly Point[]): string {
  const [first, ...rest] = route
  if (first === undefined) return ''
  const parts = [`M${first.x} ${first.y}`]
  rest.forEach((point, index) => {
    const before = route[index] as Point
    const after = rest[index + 1]
    if (after === undefined) parts.push(`L${point.x} ${point.y}`)
    else {
      const entry = towards(point, before)
      const exit = towards(point, after)
      parts.push(`L${entry.x} ${entry.y}Q${point.x} ${point.y} ${exit.x} ${exit.y}`)
    }
  })
  return parts.join('')
}

/** A point near the corner on the way to another, at most half of the way. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share }
}

/** The middle of the longest level part: there is most room for what is written on a link. */
export function middleOf(route: readonly Point[]): Point {
  let best: { length: number; middle: Point } | null = null
  route.forEach((point, index) => {
    const next = route[index + 1]
    if (next === undefined) return
    const length = Math.abs(next.x - point.x)
    if (best === null || length > best.length)
      best = { length, middle: { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } }
  })
  return (best as { middle: Point } | null)?.middle ?? { x: 0, y: 0 }
}
