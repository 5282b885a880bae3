import type { Finding, FindingGroup } from './findings.messages.ts'

/** The message without the value and with '*' for positions in lists: alike for all findings of one cause. */
export function toCauseMessage(finding: Pick<Finding, 'rule' | 'message' | 'value'>): string {
  if (finding.rule === 'more')
    return finding.message.replace(/ in \d+ more places?, which (?:is|are) /, ' in more places, ')
  const { value } = finding
  return [`: '${value}' `, `: the number ${value} `, `: the value ${value} `]
    .reduce((message, shown) => message.replace(shown, ' '), finding.message)
    .replace(/\/\d+(?=[/'])/g, '/*')
}

/** Whether a finding is counted in the group. */
export const isOfCause = (
  finding: Pick<Finding, 'rule' | 'column' | 'message' | 'value'>,
  { rule, column, message }: Pick<FindingGroup, 'rule' | 'column' | 'message'>,
): boolean => finding.rule === rule && finding.column === column && toCauseMessage(finding) === message
