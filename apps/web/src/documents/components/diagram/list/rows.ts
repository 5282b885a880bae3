import type { Element } from '../../model/draft.ts'
import type { DiagramBox, DiagramEnd, DiagramGraph, DiagramLine, DiagramPort } from '../model/graph.ts'

/** A row of the list of everything drawn. */
export type DiagramRow = {
  key: string
  level: number
  text: string
  /** What it is, or where it leads. */
  detail: string
  fault: string | null
  /** null for headings and ports, which are not selected. */
  element: Element | null
  /** Id of the component that an instance stands for. */
  opens: string | null
  hasChildren: boolean
}

const heading = (key: string, text: string, count: number): DiagramRow => ({
  key,
  level: 1,
  text,
  detail: String(count),
  fault: null,
  element: null,
  opens: null,
  hasChildren: count > 0,
})

/** Everything that is drawn, in words: inputs, instances with their ports, outputs and links, as far as they are unfolded. */
export function rowsOf({ boxes, lines }: DiagramGraph, isOpen: (key: string) => boolean): DiagramRow[] {
  const names = new Map(boxes.map(({ id, name, kind }) => [id, { name, isOwn: kind === 'input' || kind === 'output' }]))
  const endText = ({ box, port }: DiagramEnd) => {
    const at = names.get(box)
    return at === undefined || at.isOwn ? port : `${at.name}.${port}`
  }
  const groups = [
    ['inputs', 'Inputs', boxes.filter(({ kind }) => kind === 'input')],
    ['instances', 'Instances', boxes.filter(({ kind }) => kind !== 'input' && kind !== 'output')],
    ['outputs', 'Outputs', boxes.filter(({ kind }) => kind === 'output')],
  ] as const
  const rows = groups.flatMap(([key, text, list]) => [
    heading(key, text, list.length),
    ...(isOpen(key) ? list.flatMap((box) => rowsOfBox(box, lines, endText, isOpen)) : []),
  ])
  return [
    ...rows,
    heading('links', 'Links', lines.length),
    ...(isOpen('links') ? lines.map((line) => rowOfLine(line, endText)) : []),
  ]
}

type EndText = (end: DiagramEnd) => string

function rowsOfBox(
  box: DiagramBox,
  lines: readonly DiagramLine[],
  endText: EndText,
  isOpen: (key: string) => boolean,
): DiagramRow[] {
  const isOwn = box.kind === 'input' || box.kind === 'output'
  const ports = isOwn ? 0 : box.inputs.length + box.outputs.length
  const row: DiagramRow = {
    key: box.id,
    level: 2,
    text: box.name || '(no name)',
    detail: isOwn ? joined(box, lines, endText) : (box.component?.name ?? 'unknown component'),
    fault: box.fault,
    element: box.element,
    opens: box.component?._id ?? null,
    hasChildren: ports > 0,
  }
  if (ports === 0 || !isOpen(box.id)) return [row]
  const portRow = (side: 'inputs' | 'outputs') => (port: DiagramPort) => ({
    key: `${box.id} ${side} ${port.name}`,
    level: 3,
    text: port.name || '(no port)',
    detail: joined({ ...box, inputs: [], outputs: [], [side]: [port] }, lines, endText),
    fault: port.isMissing ? 'There is no such port.' : null,
    element: null,
    opens: null,
    hasChildren: false,
  })
  return [row, ...box.inputs.map(portRow('inputs')), ...box.outputs.map(portRow('outputs'))]
}

/** What the ports of a box are joined to, in words. */
function joined(box: DiagramBox, lines: readonly DiagramLine[], endText: EndText): string {
  const from = box.inputs.flatMap(({ name }) =>
    lines.filter(({ to }) => to.box === box.id && to.port === name).map((line) => endText(line.from)),
  )
  const to = box.outputs.flatMap(({ name }) =>
    lines.filter((line) => line.from.box === box.id && line.from.port === name).map((line) => endText(line.to)),
  )
  const constant = box.inputs.some(({ hasConstant }) => hasConstant) ? ['a constant'] : []
  const sources = [...constant, ...from]
  if (box.inputs.length > 0) return sources.length === 0 ? 'from nothing' : `from ${sources.join(', ')}`
  return to.length === 0 ? 'to nothing' : `to ${to.join(', ')}`
}

const rowOfLine = ({ id, element, name, from, to, fault }: DiagramLine, endText: EndText): DiagramRow => ({
  key: id,
  level: 2,
  text: name || '(no name)',
  detail: `${endText(from)} → ${endText(to)}`,
  fault,
  element,
  opens: null,
  hasChildren: false,
})
