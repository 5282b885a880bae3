import { type CallName, mayCall, needsAssignment, seesEverything, type User } from '@millrace/contract'
import { createEncoder } from '@millrace/engine/outputs/encoder'
import { escapeCsvFormula } from '@millrace/engine/outputs/encoding/escape-formula'

/** What a role may do, by the call that does it: the policy answers, as it does when the call is made. */
const rights: readonly [column: string, call: CallName][] = [
  ['Upload', 'POST /uploads'],
  ['Run imports', 'POST /imports'],
  ['Download files', 'POST /uploads/export'],
  ['Consult all imports', 'POST /imports/listAll'],
  ['Manage jobs', 'GET /imports/listScheduled'],
  ['Manage people', 'POST /users'],
  ['Edit pipelines', 'POST /pipelines'],
  ['Manage connections', 'POST /database-connections'],
  ['Manage all badges', 'POST /tags'],
  ['Read the audit', 'GET /audit'],
]

const tfaWords: Record<User['tfa'], string> = { off: 'off', required: 'not set up yet', enrolled: 'set up' }

/** @param names of pipelines by the id of any of their versions */
function recordOf(user: User, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const may = (call: CallName) => (user.isActive && mayCall(user.role, call) ? 'yes' : 'no')
  const listed = (tags: User['admin_tags']) => tags.map(({ name }) => name).join(', ')
  return {
    Username: user.userName,
    'First name': user.firstName,
    'Last name': user.lastName,
    Email: user.email,
    Service: user.service,
    Role: user.role,
    Active: user.isActive ? 'yes' : 'no',
    'Last seen': user.lastSeenDate ?? '',
    'Password chosen': user.invitation.state === 'accepted' ? 'yes' : 'no',
    'Two-factor': tfaWords[user.tfa],
    'Group badges': listed(user.admin_tags),
    'Project badges': listed(user.project_tags),
    Pipelines: pipelineWords(user, names),
    'Data kinds': needsAssignment(user.role) && !user.unrestrictedUpload ? 'dealer' : 'all',
    ...Object.fromEntries(rights.map(([column, call]) => [column, may(call)])),
  }
}

function pipelineWords({ role, pipelinePermissions }: User, names: ReadonlyMap<string, string>): string {
  if (seesEverything(role)) return 'all'
  if (!needsAssignment(role)) return 'all that the project badges let them read'
  const assigned = Object.keys(pipelinePermissions).filter((id) => pipelinePermissions[id])
  return [...new Set(assigned.flatMap((id) => names.get(id) ?? []))].toSorted().join(', ')
}

/** Who may do what as CSV, in which no cell begins a formula (S10). `names` as in `recordOf`. */
export function rightsTable(users: readonly User[], names: ReadonlyMap<string, string>): Buffer {
  const rows = users.map((user) =>
    Object.fromEntries(Object.entries(recordOf(user, names)).map(([column, cell]) => [column, escapeCsvFormula(cell)])),
  )
  const encoder = createEncoder('csv', { name: 'people', columns: Object.keys(rows[0] ?? {}) })
  return Buffer.concat([encoder.head(), encoder.encode(rows), encoder.tail()].map((part) => Buffer.from(part)))
}
