import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'

/** Names of fields as the form has them; any other is shown as it is stored. */
const labels: Record<string, string> = {
  productLine: 'product line',
  datakind: 'data kind',
  pipelineSchema: 'schema of settings',
  contentType: 'content type',
  connectorType: 'connector type',
  dataFromMaster: 'data from master',
  config: 'settings',
  headerRow: 'row of the header',
  recordPath: 'record path',
  decimal: 'decimal mark',
  columns: 'renamed columns',
  empty: 'empty cells',
  batchSize: 'batch size',
  byteOrderMark: 'byte order mark',
}
const labelOf = (key: string): string => labels[key] ?? key

/** '/dataSources/local/config/decimal' → 'Source local, decimal mark' */
export function ownFieldLabel(pointer: string): string {
  const [first = '', ...rest] = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const list = { dataSources: 'Source', dataSinks: 'Sink' }[first]
  if (list === undefined) return capital([first, ...rest].map(labelOf).join(' › '))
  const [name = '', ...within] = rest
  // Which settings a field belongs to is plain from its name.
  const parts = within.filter((part, at) => part !== 'config' || at === within.length - 1).map(labelOf)
  return `${list} ${name}${parts.length === 0 ? '' : `, ${parts.join(' › ')}`}`
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A mark alone is easily overlooked between others. */
const marks: Record<string, string> = { '\t': 'tab', ',': 'comma', ';': 'semicolon', '.': 'point', '|': 'bar' }

/** One value in few words: entries of the product's lists by their name, a group of settings one after the other. */
export function ownValueWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(', ') : counted(value.length)
  if (typeof value === 'string') return marks[value] ?? previewValue(value)
  if (!isObject(value)) return previewValue(value)
  if ('_id' in value) return String(value.label ?? value.name)
  return settingsWords(value) || 'nothing'
}

const counted = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

const renamed = (count: number): string => (count === 1 ? '1 renamed column' : `${count} renamed columns`)

/** Names that the words before them say already, and what is so for nearly every source. */
const isTold = (key: string, value: unknown): boolean =>
  ['dataSubKind', 'name', 'kind'].includes(key) ||
  (key === 'dataFromMaster' && value === false) ||
  (key === 'enabled' && value === true)

/** 'connector type manual, content type csv, settings (decimal mark comma; 3 renamed columns)' */
function settingsWords(value: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined || isTold(key, one)) continue
    if (key === 'columns' && isObject(one)) parts.push(renamed(Object.keys(one).length))
    // Headers may hold what is nobody's business.
    else if (key === 'headers' && isObject(one)) parts.push(`headers ${Object.keys(one).join(', ')}`)
    else if (isObject(one) && !('_id' in one))
      parts.push(`${labelOf(key)} (${settingsWords(one).replaceAll(', ', '; ')})`)
    else parts.push(`${labelOf(key)} ${ownValueWords(one)}`)
  }
  return parts.join(', ')
}
