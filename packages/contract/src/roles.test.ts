import { expect, it } from 'vitest'
import {
  managesEverybody,
  mayChangeLocked,
  mayGiveAnyBadge,
  mayOpenDocuments,
  mayOpenTree,
  mayRepeat,
  needsAssignment,
  type Role,
  roleGroups,
  roles,
  seesBadgeRules,
  seesEverything,
  seesHiddenBadges,
  seesVersions,
} from './roles.ts'

const questions: [name: string, question: (role: Role) => boolean, yes: readonly Role[]][] = [
  ['PRM-020/api is held back by no badge rule', seesEverything, ['super-admin']],
  ['PRM-023/api changes locked documents (D-96)', mayChangeLocked, ['super-admin']],
  ['PRM-015/api has everybody in scope', managesEverybody, ['super-admin']],
  ['gives badges that they do not hold (D-32)', mayGiveAnyBadge, ['super-admin']],
  ['is offered hidden badges (D-44)', seesHiddenBadges, ['super-admin']],
  ['sees badge rules in trees (D-51)', seesBadgeRules, ['admin', 'super-admin']],
  ['PRM-009/api opens documents, not only explorers (D-130)', mayOpenDocuments, ['manager', 'super-admin']],
  ['opens the tree of pipelines (D-131)', (role) => mayOpenTree(role, 'pipeline'), roles],
  ['opens the tree of schemas', (role) => mayOpenTree(role, 'schema'), ['manager', 'admin', 'super-admin']],
  ['opens the tree of components', (role) => mayOpenTree(role, 'component'), ['manager', 'admin', 'super-admin']],
  ['needs pipelines to be assigned (D-39)', needsAssignment, ['user']],
  ['PIC-004/api sees versions', seesVersions, ['manager', 'admin', 'super-admin']],
  ['PRM-018/api plans repeated imports', mayRepeat, ['manager', 'admin', 'super-admin']],
]

it.each(questions)('%s', (_, question, yes) => {
  expect(roles.filter(question)).toEqual(yes)
})

it('names in every group each role once, lowest first', () => {
  for (const group of Object.values(roleGroups)) {
    expect(group).toEqual(roles.filter((role) => (group as readonly Role[]).includes(role)))
  }
})
