import type { JsonSchema } from '@millrace/contract'
import type { Block } from './block.types.ts'

/** The part of docs/engine.md that tells blocks and their settings, as Markdown. */
export function blocksPage(blocks: readonly Block[]): string {
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
  return [[...head, ...overview].join('\n'), ...blocks.map(section)].join('\n\n')
}

function section(block: Block): string {
  const schema = block.inputs.find((port) => port.name === 'settings')?.inputSchema ?? {}
  const head = [row(['Setting', 'Values', 'What it does']), row(['---', '---', '---'])]
  return [
    `### ${block.name}`,
    block.description,
    [...head, ...settingRows(schema, '')].join('\n'),
    `With these inputs it runs as it is:\n\n~~~json\n${JSON.stringify(block.testPayload, null, 2)}\n~~~`,
  ].join('\n\n')
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
