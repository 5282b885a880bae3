import { type ExplainedAction, type Role, type Rule, seesEverything, type TaggedType } from '@millrace/contract'
import type { RightsStep } from '../kernel/rights.ts'
import type { PermissionItem } from './permission-items.ts'
import type { Person } from './people.repository.ts'

const plural: Record<TaggedType, string> = {
  folder: 'folders',
  pipeline: 'pipelines',
  schema: 'schemas',
  component: 'components',
}

/** 'The role admin may not start imports.' */
export function roleSentence(role: Role, action: ExplainedAction, item: PermissionItem, passed: boolean): string {
  const what: Record<ExplainedAction, string> = {
    read: `read ${plural[item.type]}`,
    write: `change ${plural[item.type]}`,
    'write-badges': `change the badges of ${plural[item.type]}`,
    upload: 'upload files',
    import: 'start imports',
    export: 'export files',
  }
  return `The role ${role} may ${passed ? '' : 'not '}${what[action]}.`
}

/** The rule with its outcome, and the badge groups it asks for; null for what is not worth a line. */
export function stepSentence(
  person: Person,
  item: PermissionItem,
  step: RightsStep,
): { rule: string; groups: Rule } | null {
  switch (step.about) {
    case 'read':
    case 'write':
      return badgeSentence(person, item, step)
    case 'reach':
      return plain('The role user reaches pipelines only.')
    case 'assignment':
      return plain(`The pipeline is ${step.passed ? '' : 'not '}assigned to this person.`)
    case 'data kind':
      return plain(dataKindSentence(person, item, step.passed))
    case 'ready-made':
      return step.passed ? null : plain('It comes with the product, and nobody changes it.')
    case 'lock':
      return item.anyLocked ? plain(lockSentence(step.passed)) : null
  }
}

const plain = (rule: string) => ({ rule, groups: [] })

function dataKindSentence(person: Person, item: PermissionItem, passed: boolean): string {
  if (person.unrestrictedUpload) return 'This person is not limited to the data kind dealer.'
  if (passed) return 'The data kind of the pipeline is dealer.'
  const kind = item.datakind === null ? 'is not set' : `is ${item.datakind}`
  return `This person is limited to the data kind dealer, and that of the pipeline ${kind}.`
}

const lockSentence = (passed: boolean): string =>
  passed
    ? 'A version is locked, which does not hold back a super-admin.'
    : 'A version is locked, so only a super-admin changes the document.'

function badgeSentence(
  person: Person,
  item: PermissionItem,
  step: RightsStep & { about: 'read' | 'write' },
): { rule: string; groups: Rule } | null {
  const holder = step.place === 0 ? item : item.above[step.place - 1]
  const groups = holder?.own[step.about] ?? []
  // Folders that ask for nothing are left out; the item itself always has its line.
  if (holder === undefined || (groups.length === 0 && step.place > 0)) return null
  const named = `the ${holder.type} ${holder.path}`
  const badges = step.about === 'read' ? 'read badges' : 'write badges'
  if (groups.length === 0) return plain(`No ${badges} are asked for by ${named}.`)
  if (seesEverything(person.role)) return { rule: `A super-admin passes the ${badges} of ${named}.`, groups }
  return { rule: `This person ${step.passed ? 'holds' : 'lacks'} ${badges} of ${named}.`, groups }
}
