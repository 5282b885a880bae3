import {
  type MappingRule,
  type MappingSettings,
  type RecordField,
  unfilledFields,
} from '@millrace/contract/components/mapping.rule'
import { useMemo, useState } from 'react'
import { ruleOf, type Source, targetRows, withMatches, withRule, withSource } from './model/mapping-edits.ts'

/**
 * The settings while they are edited.
 * @param first as they are kept
 */
export function useMapping(first: MappingSettings, sources: readonly RecordField[], targets: readonly RecordField[]) {
  const [settings, setSettings] = useState(first)
  const [told, setTold] = useState('')
  const rows = useMemo(() => targetRows(targets, settings), [targets, settings])
  return {
    settings,
    rows,
    /** Paths of required fields that nothing fills. */
    unfilled: useMemo(() => unfilledFields(targets, settings, sources), [targets, settings, sources]),
    /** What the last press on *Match by name* did. */
    told,
    change: setSettings,
    setRule: (path: string, rule: MappingRule | null) => setSettings((now) => withRule(now, path, rule)),
    connect: (path: string, source: Source) => {
      const target = rows.find((row) => row.path === path) ?? { path, type: 'unknown', required: false }
      setSettings((now) => withRule(now, path, withSource(ruleOf(now, path), target, source, sources)))
    },
    match: () => {
      const { settings: next, count } = withMatches(settings, sources, targets)
      setSettings(next)
      setTold(matchWords(count))
    },
  }
}

function matchWords(count: number): string {
  if (count === 0) return 'No further field has the name of a source.'
  return count === 1 ? '1 field joined.' : `${count} fields joined.`
}
