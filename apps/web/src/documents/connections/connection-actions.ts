import type { ConnectionTest, DatabaseConnection, DatabaseConnectionInput } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { confirm } from '../../ui/confirm.ts'

const refreshConnections = () => refreshCalls('GET /database-connections')

/** Stores a new connection, or the edited one, and says so. @throws CallError, for the dialog to show */
export async function saveConnection(body: DatabaseConnectionInput, edited: DatabaseConnection | null): Promise<void> {
  await (edited === null
    ? call('POST /database-connections', { body, quiet: true })
    : call('PUT /database-connections', { body: { ...body, _id: edited._id }, quiet: true }))
  toast.success(edited === null ? 'The connection was added.' : 'The connection was saved.')
  await refreshConnections()
}

/** Connects as the draft says, or as stored. @throws CallError or AbortError; what the database says is an answer */
export const testConnection = (
  input: DatabaseConnectionInput | null,
  edited: DatabaseConnection | null,
  signal: AbortSignal,
): Promise<ConnectionTest> =>
  call('POST /database-connections/test', {
    body: { ...input, ...(edited !== null && { _id: edited._id }) } as DatabaseConnectionInput,
    quiet: true,
    signal,
  })

/** Asks and deletes; what is in use stays, and a red toast names its users (DBC-002). */
export async function deleteConnection({ _id, name }: DatabaseConnection): Promise<void> {
  if (!(await confirm(`Do you want to delete the connection ${name}?`, 'Its password is forgotten, too.'))) return
  await call('DELETE /database-connections/{id}', { params: { id: _id } }).then(
    () => toast.success('The connection was deleted.'),
    () => undefined,
  )
  await refreshConnections()
}
