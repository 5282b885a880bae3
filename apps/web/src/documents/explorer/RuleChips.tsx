import { accessTitle } from '@millrace/contract/badges/describe-rule.rule'
import type { CSSProperties } from 'react'
import { useBadgeColors } from './use-badge-names.ts'
import styles from './explorer.module.css'
import { ArrowUpIcon } from './explorer-glyphs.tsx'
import type { RowRules } from './row-rules.ts'

/** 'R Europe': the rules of a row, short; the full words on hover, and below the tree for the focused row. */
export function RuleChips({ rules: { chips, words } }: { rules: RowRules }) {
  const colorOf = useBadgeColors()
  if (chips.length === 0) return null
  return (
    <span className={styles.chips} title={words.join('\n')}>
      {chips.map(({ access, text, badge, inherited }) => (
        <span
          key={access}
          className={`${styles.ruleChip} ${inherited ? styles.inherited : ''}`}
          style={{ '--badge': (badge === null ? null : colorOf(badge)) ?? 'var(--text-3)' } as CSSProperties}
        >
          <span className={styles.dot} />
          {inherited && <ArrowUpIcon />}
          <span className={styles.letter}>{accessTitle(access).charAt(0)}</span>
          <span className={styles.chipText}>{text}</span>
        </span>
      ))}
    </span>
  )
}
