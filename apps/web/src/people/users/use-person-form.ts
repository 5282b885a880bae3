import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { assignableRoles, staysInScope } from '@millrace/contract/users/scope.rule'
import { validatePersonField, type PersonField } from '@millrace/contract/users/user.rule'
import { useState } from 'react'
import { draftOf, emptyDraft, type PersonDraft, changedKeys } from './person-draft.ts'
import { useManager } from './use-people.ts'

export type PersonErrors = Partial<Record<PersonField | 'badges', string>>
const inOrder: readonly PersonField[] = ['firstName', 'lastName', 'email', 'role']

/** What the dialog holds of a person: the draft, what it began as, and what is wrong with it. Null is a new person. */
export function usePersonForm(person: User | null) {
  const manager = useManager()
  const roles = assignableRoles(manager.role)
  const only = roles.length === 1 ? (roles[0] ?? null) : null
  // As the person was when the dialog opened: later changes of somebody else are not the form's.
  const [base] = useState<PersonDraft>(() => (person === null ? emptyDraft(only) : draftOf(person)))
  const [draft, setDraft] = useState(base)
  const [mistakes, setMistakes] = useState<PersonErrors>({})

  const mistakeOf = (field: PersonField, of: PersonDraft): string | undefined =>
    validatePersonField(field, of) ?? undefined
  const badgesMistake = (of: PersonDraft): string | undefined =>
    staysInScope(manager, of.adminBadges) ? undefined : texts.needsAdminBadge

  return {
    base,
    draft,
    mistakes,
    dirty: changedKeys(base, draft).length > 0,
    roles,
    /** Changes fields; a mistake that was shown is judged anew at once, others wait for the field to be left. */
    change(next: PersonDraft) {
      setDraft(next)
      setMistakes((shown) => {
        const kept: PersonErrors = {}
        for (const field of inOrder) if (shown[field] !== undefined) kept[field] = mistakeOf(field, next)
        if (shown.badges !== undefined) kept.badges = badgesMistake(next)
        return kept
      })
    },
    /** A field was left. */
    decideNavigation: (field: PersonField) => setMistakes((shown) => ({ ...shown, [field]: mistakeOf(field, draft) })),
    refuse: (field: PersonField, text: string) => setMistakes((shown) => ({ ...shown, [field]: text })),
    /** Judges everything. @returns the first field with a mistake, or null */
    judgeAll(): PersonField | 'badges' | null {
      const all: PersonErrors = { badges: badgesMistake(draft) }
      for (const field of inOrder) all[field] = mistakeOf(field, draft)
      setMistakes(all)
      return inOrder.find((field) => all[field] !== undefined) ?? (all.badges === undefined ? null : 'badges')
    },
  }
}

export type PersonForm = ReturnType<typeof usePersonForm>
