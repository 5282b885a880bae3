import type { DiagramBox } from './graph.ts'

type Size = { width: number; height: number }
export type PortPlace = { name: string; side: 'inputs' | 'outputs'; y: number }

/** Of an own input or output. */
const endHeight = 34
const headHeight = 46
const portHeight = 22
const foot = 6
const [minWidth, maxWidth] = [150, 320]
/** What a letter takes, on average, in the face of the app. */
const letterWidth = 7

const isEnd = ({ kind }: DiagramBox): boolean => kind === 'input' || kind === 'output'
const lengthOf = (names: readonly { name: string }[]): number => Math.max(0, ...names.map(({ name }) => name.length))

/** How large a box is drawn. It is worked out, not measured: the layout runs before anything is drawn. */
export function sizeOf(box: DiagramBox): Size {
  if (isEnd(box)) return { width: clamp(box.name.length * letterWidth + 48, 90, 240), height: endHeight }
  const heading = Math.max(box.name.length + 8, (box.component?.name.length ?? 10) + box.kind.length + 2)
  const ports = lengthOf(box.inputs) + lengthOf(box.outputs) + 6
  const rows = Math.max(box.inputs.length, box.outputs.length)
  return {
    width: clamp(Math.max(heading, ports) * letterWidth + 24, minWidth, maxWidth),
    height: headHeight + rows * portHeight + foot,
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Where the ports of a box lie on its edges, in their declared order: inputs left, outputs right. */
export function portPlaces(box: DiagramBox): PortPlace[] {
  const yOf = (index: number) => (isEnd(box) ? endHeight / 2 : headHeight + (index + 0.5) * portHeight)
  return (['inputs', 'outputs'] as const).flatMap((side) =>
    box[side].map(({ name }, index) => ({ name, side, y: yOf(index) })),
  )
}
