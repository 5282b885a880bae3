import type { Finding } from '@millrace/contract'
import { type PlaceContext, describeFinding } from '@millrace/contract/schemas/describe-finding.rule'
import { numberAdvice } from '@millrace/contract/schemas/number-advice.rule'
import type { ErrorObject } from 'ajv'
import { cutValue } from '../formats/records/cut-value.ts'

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** Where a finding is told: what the whole is called, the file's headers, the values before coercion. */
export type MessageContext = Omit<PlaceContext, 'cut' | 'numberAdvice'>

/** A broken rule: keyword, JSON pointer of the value, and the keyword's parameters as Ajv gives them. */
export type RuleError = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'parentSchema'>

/** Turns a validator's error into a finding that names the file's own header and the value as it stands there. */
export function findingOf(
  { keyword, instancePath, params, parentSchema }: RuleError,
  record: unknown,
  context: MessageContext,
  row: number | null,
  line: number | null,
): Finding {
  const parts = instancePath.split('/').slice(1).map(unescapePointer)
  const said = keyword === 'pattern' ? { ...params, description: parentSchema?.description } : params
  const { decimal } = context
  const fault = { rule: keyword, params: said, parts }
  const { column, path, rule, value, message } = describeFinding(fault, record, {
    ...context,
    numberAdvice: decimal === null ? undefined : (text) => numberAdvice(text, decimal),
    // JSON knows no NaN and no infinities.
    cut: (shown) => (typeof shown === 'number' ? String(shown) : cutValue(shown)),
  })
  return { row, line, column, path, rule, value, message }
}
