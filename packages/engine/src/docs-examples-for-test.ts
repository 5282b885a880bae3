import type { ComponentGraph } from '@millrace/contract'
import { component } from './components/components-for-test.ts'

/** An example of docs/engine.md: components, the last of which is run, and what stands next to them. */
export type DocsExample = {
  /** The heading above it, and its line in the page. */
  title: string
  components: ComponentGraph[]
  context: Record<string, unknown>
  input: Record<string, unknown>
  /** What the host answers, in the order it is asked. */
  replies: unknown[]
  output: unknown
  log: string | null
  /** Steps of the plan, without its first line, which holds a hash. */
  plan: string | null
  links: Record<string, unknown>[] | null
}

const kinds = ['instruction', 'function', 'workflow', 'forEach'] as const
type Kind = (typeof kinds)[number]
type Diagram = {
  instances?: ComponentGraph['instances']
  links: { name?: string; from: string; to: string; code?: string }[]
}

/** Reads the fenced blocks of the page. @throws Error naming the line of a block that belongs to no example */
export function docsExamples(page: string): DocsExample[] {
  const examples: DocsExample[] = []
  let open: DocsExample | null = null
  let heading = ''
  for (const match of page.matchAll(/^## (.*)$|^```(\w+) ?(.*)\n([^]*?)\n?```$/gm)) {
    const [, title, language = '', info = '', text = ''] = match
    if (title !== undefined) {
      heading = title
      continue
    }
    const line = page.slice(0, match.index).split('\n').length
    const kind = kinds.find((entry) => info.split(' ')[0] === entry)
    if (kind !== undefined) {
      // Code after an output begins the next example.
      if (open === null || open.output !== undefined) {
        open = emptyExample(`${heading}, line ${line}`)
        examples.push(open)
      }
      open.components.push(componentOf(kind, info.slice(kind.length).trim(), text))
    } else if (
      open !== null &&
      language === 'json' &&
      ['context', 'input', 'replies', 'output', 'links'].includes(info)
    ) {
      Object.assign(open, { [info]: JSON.parse(text) as unknown })
    } else if (open !== null && language === 'text' && (info === 'log' || info === 'plan')) open[info] = text
    else throw new Error(`line ${line}: the block '${language} ${info}' is part of no example`)
  }
  for (const example of examples) completePorts(example)
  return examples
}

const emptyExample = (title: string): DocsExample => ({
  title,
  components: [],
  context: {},
  input: {},
  replies: [],
  output: undefined,
  log: null,
  plan: null,
  links: null,
})

/** `Name(in, in) → out, out` behind the kind; a leaf by itself may go without. */
function componentOf(kind: Kind, info: string, text: string): ComponentGraph {
  const [, name = 'Example', inputs = '', outputs = ''] = info.match(/^(\w+)\(([^)]*)\) → (.*)$/) ?? []
  const list = (names: string) => names.split(', ').filter((entry) => entry !== '')
  const made = component({
    name,
    kind,
    in: list(inputs),
    out: list(outputs),
    isDB: info === 'uses a database',
    isIO: info === 'uses the network',
  })
  if (kind === 'instruction' || kind === 'function') return { ...made, jsCode: text }
  const { instances = [], links } = JSON.parse(text) as Diagram
  return { ...made, instances, links: links.map(linkOf) }
}

function linkOf(link: Diagram['links'][number]): ComponentGraph['links'][number] {
  const [fromInstance = '', fromPort = ''] = link.from.split('.')
  const [toInstance = '', toPort = ''] = link.to.split('.')
  const schemas = { inputSchema: {}, outputSchema: {} }
  const name = link.name ?? `${link.from} to ${link.to}`
  return { name, fromInstance, fromPort, toInstance, toPort, jsCode: link.code ?? '', ...schemas }
}

function completePorts({ components, input, output }: DocsExample): void {
  const root = components.at(-1)
  if (root === undefined || root.inputs.length > 0) return
  root.inputs = Object.keys(input).map((name) => ({ name, inputSchema: {} }))
  root.outputs = Object.keys(output as object).map((name) => ({ name, outputSchema: {} }))
}
