import type { Finding, FindingGroup } from '@millrace/contract'
import { toCauseMessage } from '@millrace/contract/uploads/finding-cause.rule'

const MAX_GROUPS = 500
const FIRST = 5

/**
 * Groups findings by rule, column and cause, with counts and the first five places of each. Memory is bounded: beyond
 * 500 groups the rest is counted in one group 'other'.
 */
export class FindingCollector {
  /** Every finding ever added. */
  total = 0
  private readonly found = new Map<string, FindingGroup>()

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.total++
      const message = toCauseMessage(finding)
      const group = this.groupOf(finding, message)
      group.count++
      if (group.first.length < FIRST) group.first.push(finding)
    }
  }

  /** The commonest first. */
  groups(): FindingGroup[] {
    return [...this.found.values()].sort((a, b) => b.count - a.count)
  }

  private groupOf({ rule, column }: Finding, message: string): FindingGroup {
    const key = `${rule}\n${column ?? ''}\n${message}`
    const known = this.found.get(key)
    if (known) return known
    const isRoom = this.found.size < MAX_GROUPS
    const group = isRoom
      ? { rule, column, message, count: 0, first: [] }
      : (this.found.get('other') ?? {
          rule: 'other',
          column: null,
          message: 'Further findings of other kinds',
          count: 0,
          first: [],
        })
    this.found.set(isRoom ? key : 'other', group)
    return group
  }
}
