import { patternWords } from './pattern-words.rule.ts'

/** A rule that a value breaks: the keyword, and what it said (named as Ajv names it, such as `limit`). */
export type Fault = { rule: string; params: Record<string, unknown> }

export type FaultContext = {
  /** How the sentence begins: "Column 'Price'", 'The record'. */
  place: string
  value: unknown
  /** The value, cut to a readable length; '' when it is empty or absent. */
  text: string
  /** Set where values were written as text. */
  decimal: '.' | ',' | null
  /** True for a column the file has: a required value is then not missing but empty. */
  inFile: boolean
  /** What is added to 'is not a number' of a text, e.g. how numbers are read; absent where none are read from texts. */
  numberAdvice?: ((text: string) => string) | undefined
  /** What a property of the same object is called for the reader. */
  nameOf(property: string): string
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'empty',
}

const formatNames: Record<string, string> = {
  date: 'a date such as 2024-05-31',
  'date-time': 'a date and time such as 2024-05-31T14:00:00Z',
  time: 'a time such as 14:00:00Z',
  uri: 'a web address such as https://example.com/a',
  url: 'a web address such as https://example.com/a',
  iri: 'a web address such as https://example.com/a',
  'uri-reference': 'a web address or a part of one',
  'iri-reference': 'a web address or a part of one',
  'uri-template': 'a template of a web address such as https://example.com/{name}',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
  'idn-hostname': 'a host name',
  'json-pointer': 'a JSON pointer such as /a/0',
  'relative-json-pointer': 'a relative JSON pointer such as 1/a',
  regex: 'a regular expression',
  duration: 'a duration such as P1DT12H',
  'iso-time': 'a time such as 14:00:00',
  'iso-date-time': 'a date and time such as 2024-05-31T14:00:00',
  byte: 'text in base64',
  int32: 'a whole number of 32 bits',
  int64: 'a whole number of 64 bits',
}

const plural = (count: unknown, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > 100 ? `${text.slice(0, 100)}…` : text
  })
  return shown.join(', ') + (values.length > 10 ? `, … (${values.length} values)` : '')
}

/** What a cell or element without any text is told of that there is one. */
const placesAsSuch = new Set(['additionalProperties', 'false schema'])

/** The sentence for a broken rule: place, value, what is wrong with it. One for each keyword of draft-07. */
export function describeFault(fault: Fault, context: FaultContext): string {
  const { place, text, value, inFile } = context
  // Of a file's text, whatever form the schema asks for; elsewhere an empty text may have another form to keep.
  const isEmpty = value === '' && (context.decimal !== null || fault.rule === 'minLength')
  if (isEmpty && !placesAsSuch.has(fault.rule)) return `${place} is empty, but a value is required`
  if (fault.rule === 'required') return inFile ? `${place} is empty, but a value is required` : `${place} is missing`
  if (fault.rule === 'additionalProperties') return `${place} is not expected`
  const what = cause(fault, context)
  if (fault.rule === 'type' && typeof value === 'object') return `${place} is ${kindOf(value)}, ${what.slice(3)}`
  if (text === '' || typeof value === 'object') return `${place} ${what}`
  // The number 12 looks like the text '12', true like the text 'true'.
  const kind = Number.isFinite(value) ? 'the number ' : typeof value === 'boolean' ? 'the value ' : null
  const shown = fault.rule === 'type' && kind !== null ? `${kind}${text}` : `'${text}'`
  return `${place}: ${shown} ${what}`
}

const kindOf = (value: object | null) => typeNames[value === null ? 'null' : Array.isArray(value) ? 'array' : 'object']

/** What is wrong, as the end of a sentence that begins with the value. */
function cause({ rule, params }: Fault, context: FaultContext): string {
  const { limit } = params
  switch (rule) {
    case 'type':
      return `is not ${typeCause(params.type as string | string[], context)}`
    case 'enum':
      return (params.allowedValues as unknown[]).length === 0
        ? 'is not allowed: the list of allowed values is empty'
        : `is not one of ${listed(params.allowedValues as unknown[])}`
    case 'const':
      return `is not ${listed([params.allowedValue])}`
    case 'pattern':
      return params.tooSlow === true
        ? `takes too long to compare with the form ${params.pattern}`
        : patternCause(`${params.pattern}`, params.description, context.text)
    case 'format':
      return `is not ${formatNames[params.format as string] ?? `in the format ${params.format}`}`
    case 'minLength':
      return `is shorter than ${plural(limit, 'character', 'characters')}`
    case 'maxLength':
      return `is longer than ${plural(limit, 'character', 'characters')}`
    case 'minimum':
      return `is less than ${limit}`
    case 'maximum':
      return `is greater than ${limit}`
    case 'exclusiveMinimum':
      return `is not greater than ${limit}`
    case 'exclusiveMaximum':
      return `is not less than ${limit}`
    case 'multipleOf':
      return `is not a multiple of ${params.multipleOf}`
    default:
      return compoundCause({ rule, params }, context)
  }
}

/** The same for lists, objects and combined schemas. */
function compoundCause({ rule, params }: Fault, context: FaultContext): string {
  const { limit } = params
  switch (rule) {
    case 'minItems':
      return `has fewer than ${plural(limit, 'entry', 'entries')}`
    case 'maxItems':
    case 'additionalItems':
      return `has more than ${plural(limit, 'entry', 'entries')}`
    case 'uniqueItems':
      return 'contains the same entry twice'
    case 'contains':
      return 'contains no entry of the required kind'
    case 'minProperties':
      return `has fewer than ${plural(limit, 'field', 'fields')}`
    case 'maxProperties':
      return `has more than ${plural(limit, 'field', 'fields')}`
    case 'propertyNames':
      return `has a field name that is not allowed: ${params.propertyName}`
    case 'dependencies':
      return `needs '${context.nameOf(String(params.missingProperty))}' whenever '${context.nameOf(String(params.property))}' is given`
    case 'anyOf':
      return 'fits none of the allowed alternatives'
    case 'oneOf':
      return params.passingSchemas === null || params.passingSchemas === undefined
        ? 'fits none of the allowed alternatives'
        : 'fits more than one of the alternatives, but only one may apply'
    case 'not':
      return 'is what the schema excludes'
    case 'if':
      return `does not fit what the schema asks for in ${params.failingKeyword === 'else' ? 'all other cases' : 'this case'}`
    case 'false schema':
      return 'is not allowed'
    case 'nesting':
      return 'is nested too deeply to be checked'
    case 'more':
      return `breaks rules in ${plural(params.count, 'more place, which is', 'more places, which are')} not listed`
    default:
      return `breaks the rule ${rule}`
  }
}

function patternCause(pattern: string, description: unknown, text: string): string {
  const words = patternWords(pattern)
  // An article number that a spreadsheet took for a number: its last digits are gone.
  const advice = /^\d[.,]\d+E\+\d+$/.test(text) ? '. A spreadsheet has shortened it: make the column text there' : ''
  const meant = typeof description === 'string' ? listed([description.trim()]) : ''
  const told = words ? `must have ${words}` : meant && `does not fit '${meant}'`
  return (told ? `${told} (the form ${pattern})` : `does not have the form ${pattern}`) + advice
}

function typeCause(type: string | string[], { value, numberAdvice }: FaultContext): string {
  const types = Array.isArray(type) ? type : [type]
  const names = types.map((name) => typeNames[name] ?? name).join(' or ')
  const isNumeric = types.includes('number') || types.includes('integer')
  return isNumeric && typeof value === 'string' ? names + (numberAdvice?.(value) ?? '') : names
}
