import { functionsFor } from './code-functions.rule.ts'
import type { MappingRule, MappingSettings } from './mapping.rule.ts'

/**
 * The settings of Map fields as code of a function that does the same, to be read and gone on with: one part for each
 * field, and behind it the functions of the block that they call.
 * @param blockCode of the version of the block that the settings are for
 */
export function mappingCode(settings: MappingSettings, blockCode: string): string {
  const { fields = [], keepOthers = false, remove = [], whenWrong = 'error' } = settings
  const setUp: string[] = []
  const parts = fields.map((rule, index) => fieldPart(rule, index + 1, setUp))
  const body = [
    '  /** @type {any} */',
    `  const mapped = ${keepOthers ? '{ ...record }' : '{}'}`,
    ...(parts.length > 0 ? ['  /** @type {any} */', '  let value'] : []),
    ...parts.flatMap((part) => ['', ...part.map((line) => `  ${line}`)]),
    ...(remove.length > 0 ? [''] : []),
    ...remove.map((path) => `  ${writing(path, 'undefined')}`),
  ]
  const canFail = parts.flat().some((line) => line.includes('fault('))
  const main = [
    ...withSettingError(setUp),
    ...(canFail ? [faultCode(whenWrong), ''] : []),
    'const records = []',
    'const wrong = []',
    ...(canFail ? ['let number = 0', 'let faults = 0'] : []),
    'for (const record of ctx.input.records) {',
    ...(canFail ? ['  number++', '  faults = 0'] : []),
    ...body,
    '',
    ...(canFail ? ['  if (faults > 0) wrong.push(record)'] : []),
    canFail && whenWrong === 'leave out' ? '  if (faults === 0) records.push(mapped)' : '  records.push(mapped)',
    '}',
    'return { records, wrong }',
  ].join('\n')
  const functions = functionsFor(main, blockCode)
  return functions === '' ? `${main}\n` : `${main}\n\n${functions}\n`
}

/** A value as it is written in code. A key called __proto__ would be no key there. */
function literal(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(text)})` : text
}

/** What settings leave out says nothing: undefined. */
const given = (value: unknown): unknown => (value === null || value === '' ? undefined : value)
const literalOf = (value: unknown): string => (given(value) === undefined ? 'undefined' : literal(value))

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** Reads a field of `record`. Names that every object inherits are read with care. */
function reading(path: string): string {
  if (path.includes('.') || path in Object.prototype) return `fieldReader(${JSON.stringify(path)})(record)`
  return identifier.test(path) ? `record.${path}` : `record[${JSON.stringify(path)}]`
}

function writing(path: string, value: string): string {
  const name = JSON.stringify(path)
  return path.includes('.') ? `fieldWriter(${name})(mapped, ${value})` : `put(mapped, ${name}, ${value})`
}

/**
 * The lines that make one field.
 * @param n the number of the field, for names that are its own
 * @param setUp takes what is done once, before the records
 */
function fieldPart(rule: MappingRule, n: number, setUp: string[]): string[] {
  const { treatAsEmpty = [], onlyWith } = rule
  const blank = `isEmpty(value)${treatAsEmpty.length > 0 ? ` || ${literal(treatAsEmpty)}.includes(textOf(value))` : ''}`
  const made = replacing(rule, n, setUp)
  const instead = literalOf(rule.default)
  const isPlain = treatAsEmpty.length === 0 && made === 'value'
  const unless = onlyWith === undefined ? '' : `isEmpty(${reading(onlyWith)}) ? undefined : `
  return [
    `// ${rule.to.replaceAll(/[\r\n\u2028\u2029]/g, ' ')}`,
    `value = ${unless}${sourceOf(rule, n, blank, setUp)}`,
    ...(isPlain ? [] : [`value = ${blank} ? undefined : ${made}`]),
    writing(rule.to, `${instead === 'undefined' ? '' : unless}isEmpty(value) ? ${instead} : value`),
  ]
}

function sourceOf(rule: MappingRule, n: number, blank: string, setUp: string[]): string {
  if (rule.from !== undefined) return reading(rule.from)
  if (rule.template !== undefined) {
    setUp.push(`const template${n} = templateParts(${JSON.stringify(rule.template)})`)
    return `filledTemplate(template${n}, record, (value) => ${blank})`
  }
  if (rule.fromContext === undefined) return literalOf(rule.value)
  const path = JSON.stringify(rule.fromContext)
  setUp.push(
    `const context${n} = fieldReader(${path})(ctx.rt_context ?? {})`,
    `if (isEmpty(context${n})) throw settingError('fromContext', ${JSON.stringify(`is '${rule.fromContext}', which this run does not have`)})`,
  )
  return `fresh(context${n})`
}

/** What becomes of a value that is there. */
function replacing(rule: MappingRule, n: number, setUp: string[]): string {
  const { replace = [], whenNotListed = 'keep', to } = rule
  const converted = converting(rule, n, setUp)
  if (replace.length === 0) return converted
  const entries = replace.map((entry) => `  [${JSON.stringify(entry.from)}, ${literalOf(entry.to)}],`)
  setUp.push(`const replacements${n} = new Map(/** @type {[string, any][]} */ ([`, ...entries, ']))')
  const missing = `fault(value, ${JSON.stringify(to)}, 'not in the table of replacements')`
  const otherwise = whenNotListed === 'keep' ? converted : whenNotListed === 'empty' ? 'undefined' : missing
  const found = `replacements${n}.has(textOf(value)) ? fresh(replacements${n}.get(textOf(value)))`
  return `${found} : ${otherwise}`
}

function converting(rule: MappingRule, n: number, setUp: string[]): string {
  const { as = 'as it is', format = '' } = rule
  if (as === 'as it is') return 'value'
  if (as === 'text') return 'textOf(value)'
  const locale = localeOf(rule, n, setUp)
  const written = format === '' ? (locale === "''" ? '' : ` written for \${${locale}}`) : ''
  const what = written === '' ? JSON.stringify(`not a ${as}${format && ` ${format}`}`) : `\`not a ${as}${written}\``
  return `${turning(rule, n, locale, setUp)} ?? fault(value, ${JSON.stringify(rule.to)}, ${what})`
}

/** The locale that values are written for, as code; '' for none. */
function localeOf({ locale = '' }: MappingRule, n: number, setUp: string[]): string {
  if (locale !== 'locale of the run') return locale === '' ? "''" : JSON.stringify(locale)
  setUp.push(
    `const locale${n} = ctx.rt_context?.locale?.label`,
    `if (isEmpty(locale${n})) throw settingError('locale', 'is the locale of the run, and this run has none')`,
  )
  return `locale${n}`
}

function turning(rule: MappingRule, n: number, locale: string, setUp: string[]): string {
  const { as, format = '', percent = 'keep the number', centuryFrom = 50, timeZone } = rule
  if (as === 'boolean') return 'booleanFrom(textOf(value))'
  if (as === 'date' || as === 'date-time') {
    const names = locale === "''" && format !== '' ? "'en-US'" : locale
    const zone = timeZone === undefined ? "ctx.rt_context?.timeZone ?? 'UTC'" : JSON.stringify(timeZone)
    setUp.push(
      `const calendar${n} = localeCalendar(${names}, ${centuryFrom}, settingError)`,
      `const read${n} = dateReader(calendar${n}, ${JSON.stringify(format)}, settingError)`,
      `const write${n} = dateWriter('${as}', ${as === 'date' ? "''" : zone}, settingError)`,
    )
    return `dateFrom(value, read${n}, write${n})`
  }
  const isWhole = as === 'whole number'
  if (locale === "''") return `numberFrom(value, numberOf, ${isWhole})`
  setUp.push(`const read${n} = numberReader(numberMarks(${locale}), '${percent}')`)
  return `numberFrom(value, read${n}, ${isWhole})`
}

function withSettingError(setUp: readonly string[]): string[] {
  if (setUp.length === 0) return []
  const isUsed = setUp.some((line) => line.includes('settingError'))
  return [...(isUsed ? ['const settingError = (name, text) => new Error(`${name} ${text}`)'] : []), ...setUp, '']
}

function faultCode(whenWrong: string): string {
  const lines: Record<string, string[]> = {
    error: ["  throw new Error(`record ${number}, ${to}: '${textOf(value).slice(0, 100)}' is ${what}`)"],
    keep: ['  faults++', '  return value'],
  }
  return [
    '/** What stands in a field instead of a value that cannot be converted. */',
    'const fault = (value, to, what) => {',
    ...(lines[whenWrong] ?? ['  faults++']),
    '}',
  ].join('\n')
}
