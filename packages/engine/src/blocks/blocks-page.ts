import type { JsonSchema } from '@millrace/contract'
import type { Block } from './block.types.ts'

/**
 * The part of docs/engine.md that tells blocks and their settings, as Markdown.
 * @param outputs what the samples of blocks give, by name; a block that asks others has none
 */
export function blocksPage(blocks: readonly Block[], outputs: ReadonlyMap<string, unknown>): string {
  const overview = blocks.map((block) => {
    const inputs = block.inputs.map((port) => port.name).filter((name) => name !== 'settings')
    const outputs = block.outputs.map((port) => port.name)
    const streams = block.recordWise ? 'streams' : 'gathers'
    return row([
      `[${block.name}](#${anchor(block.name)})`,
      block.description,
      inputs.join(', '),
      outputs.join(', '),
      streams,
    ])
  })
  const head = [row(['Block', 'What it does', 'Inputs', 'Outputs', '']), row(['---', '---', '---', '---', '---'])]
  return [[...head, ...overview].join('\n'), ...blocks.map((block) => section(block, outputs.get(block.name)))].join(
    '\n\n',
  )
}

function section(block: Block, output: unknown): string {
  const schema = block.inputs.find((port) => port.name === 'settings')?.inputSchema ?? {}
  const head = [row(['Setting', 'Values', 'What it does']), row(['---', '---', '---'])]
  return [
    `### ${block.name}`,
    block.description,
    [...head, ...settingRows(schema, '')].join('\n'),
    sample(block, output),
  ].join('\n\n')
}

/** Compact: an entry of a list or a port stands on one line. */
const json = (value: unknown): string => {
  const fields = Object.entries(value as Record<string, unknown>).map(([name, inner]) => {
    const text = JSON.stringify(inner)
    if (!Array.isArray(inner) || text.length < 100) return `  ${JSON.stringify(name)}: ${text}`
    return `  ${JSON.stringify(name)}: [\n${inner.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
  })
  return `~~~json\n{\n${fields.join(',\n')}\n}\n~~~`
}

function sample(block: Block, output: unknown): string {
  const hasContext = Object.keys(block.testContext as object).length > 0
  const context = hasContext ? ` in a run with \`${JSON.stringify(block.testContext)}\`` : ''
  if (output === undefined) return `Inputs to begin with:\n\n${json(block.testPayload)}`
  return `These inputs${context}\n\n${json(block.testPayload)}\n\ngive\n\n${json(output)}`
}

function settingRows(schema: JsonSchema, path: string): string[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, setting]) => {
    const items = setting.items as JsonSchema | undefined
    const inner = items?.properties === undefined ? [] : settingRows(items, `${path}${name}[].`)
    const needed = required.includes(name) ? ' (required)' : ''
    return [row([`\`${path}${name}\`${needed}`, values(setting), String(setting.description ?? '')]), ...inner]
  })
}

function values(setting: JsonSchema): string {
  if (Array.isArray(setting.enum)) return setting.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (setting.type === 'array') {
    return (setting.items as JsonSchema).type === 'string' ? 'list of texts' : 'list'
  }
  if (setting.type === undefined) return 'any value'
  return { string: 'text', boolean: 'true or false', integer: 'whole number' }[setting.type as string] ?? 'number'
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const anchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
