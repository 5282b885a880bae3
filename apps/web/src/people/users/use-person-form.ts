import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { managesEverybody } from '@millrace/contract/roles'
import { assignableRoles, staysInScope } from '@millrace/contract/users/scope.rule'
import { validatePersonField, type PersonField } from '@millrace/contract/users/user.rule'
import { useState } from 'react'
import { draftLike, draftOf, emptyDraft, type PersonDraft, changedKeys } from './person-draft.ts'
import { useCanGiveBadge, useManager } from './use-people.ts'

export type PersonErrors = Partial<Record<PersonField | 'badges', string>>
const inOrder: readonly PersonField[] = ['firstName', 'lastName', 'email', 'role']

/** Whom a new person is to be like, and the pipelines that are assigned to them (ids). */
export type Model = { user: User; assigned: readonly string[] }

/** What the dialog holds of a person: the draft, what it began as, and what is wrong with it. Null is a new person. */
export function usePersonForm(person: User | null, model: Model | null = null) {
  const manager = useManager()
  const canGive = useCanGiveBadge()
  const roles = assignableRoles(manager.role)
  // As the person was when the dialog opened: later changes of somebody else are not the form's.
  const [base] = useState<PersonDraft>(() => {
    if (person !== null) return draftOf(person)
    if (model !== null) return draftLike(model.user, model.assigned, { roles, canGive })
    const own = managesEverybody(manager.role) ? [] : [...manager.adminBadges]
    return emptyDraft(roles.length === 1 ? (roles[0] ?? null) : null, own.length === 1 ? own : [])
  })
  const [draft, setDraft] = useState(base)
  const [mistakes, setMistakes] = useState<PersonErrors>({})

  const mistakeOf = (field: PersonField, of: PersonDraft): string | undefined =>
    validatePersonField(field, of) ?? undefined
  const badgesMistake = (of: PersonDraft): string | undefined =>
    staysInScope(manager, of.adminBadges) ? undefined : texts.needsAdminBadge

  return {
    base,
    /** The id of whom a new person is to be like. */
    modelId: model?.user._id,
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
