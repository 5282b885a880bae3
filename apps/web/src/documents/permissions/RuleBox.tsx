import type { Rule, Tag } from '@millrace/contract'
import {
  type Access,
  describeInheritedRules,
  describeAccess,
  findRedundantGroups,
  type InheritedRule,
  accessTitle,
} from '@millrace/contract/badges/describe-rule.rule'
import { useId } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { BadgeSelect } from './BadgeSelect.tsx'
import { addBadge, addGroup, removeBadge, removeGroup } from './edit-rule.ts'
import { RuleGroup } from './RuleGroup.tsx'
import styles from './rules.module.css'

/** Height of a box of badges in px (TAG-018, D-49). */
const tagBoxHeight = 290

type Props = {
  access: Access
  rule: Rule
  /** Badges by id, and those that may be added. */
  known: ReadonlyMap<string, Tag>
  offered: readonly Tag[]
  above: readonly InheritedRule[]
  onChange: (rule: Rule) => void
}

const hints: Record<Access, string> = {
  read: 'No rule of its own: everybody may read it whom the folders above let in.',
  write: 'No rule of its own: everybody may write it who may read it.',
}

/** One rule as cards: 'one of these groups', each held whole; under it what that means in words. */
export function RuleBox({ access, rule, known, offered, above, onChange }: Props) {
  const id = useId()
  const nameOf = (badge: string) => known.get(badge)?.name ?? null
  const needless = findRedundantGroups(rule)
  const title = accessTitle(access)
  return (
    <section className={styles.column} aria-labelledby={id}>
      <div className={styles.box} style={{ height: tagBoxHeight }}>
        <header className={styles.head}>
          <h3 id={id}>{title}</h3>
          <span className="note">
            {rule.length === 0 ? 'No rule' : rule.length === 1 ? 'All badges of this group' : 'One of these groups'}
          </span>
        </header>
        <div className={styles.cards}>
          {rule.length === 0 && <p className={styles.hint}>{hints[access]}</p>}
          {rule.map((group, at) => (
            <RuleGroup
              key={group.join(' ')}
              label={`${title} group ${at + 1}`}
              first={at === 0}
              group={group}
              known={known}
              offered={offered}
              needless={needless.includes(at)}
              onAdd={(badge) => onChange(addBadge(rule, at, badge))}
              onRemove={(badge) => onChange(removeBadge(rule, at, badge))}
              onDrop={() => onChange(removeGroup(rule, at))}
            />
          ))}
          <BadgeSelect
            label={`${title}: add a group`}
            placeholder={rule.length === 0 ? 'Add a group' : 'Or another group'}
            offered={offered.filter(({ _id }) => !rule.some((group) => group.length === 1 && group[0] === _id))}
            onPick={(badge) => onChange(addGroup(rule, badge))}
          />
        </div>
      </div>
      <p className={styles.sentence}>{describeAccess(access, rule, nameOf)}</p>
      {describeInheritedRules(above, nameOf).map((sentence) => (
        <p key={sentence} className={styles.above}>
          {sentence}
        </p>
      ))}
    </section>
  )
}

/** A line that warns, with its icon. */
export const Warning = ({ children }: { children: React.ReactNode }) => (
  <Notice className={styles.warning} role="alert">
    <span>{children}</span>
  </Notice>
)
