import { call } from '../../../api/call.ts'
import { refreshCalls } from '../../../api/use-call.ts'
import { toast } from '../../../state/toasts.ts'
import { confirm } from '../../../ui/confirm.ts'

const messages = (count: number): string => (count === 1 ? '1 message' : `${count} messages`)

/** Sends messages on as if they had come now. @returns whether the server took it; a red toast tells why not */
export async function resumeMessages(id: string, ids: readonly string[]): Promise<boolean> {
  const done = await call('POST /pipelines/deployed-listener/{id}/messages/resume', {
    params: { id },
    body: { ids: [...ids] },
  }).then(
    ({ resumed }) => toast.success(`${messages(resumed)} resumed`),
    () => false,
  )
  await refreshMessages()
  return done !== false
}

/** Asks, and deletes messages. @returns whether they are gone */
export async function dropMessages(id: string, ids: readonly string[]): Promise<boolean> {
  if (!(await confirm(`Do you want to drop ${messages(ids.length)}?`, 'What is dropped is lost.'))) return false
  const done = await call('POST /pipelines/deployed-listener/{id}/messages/drop', {
    params: { id },
    body: { ids: [...ids] },
  }).then(
    ({ dropped }) => toast.success(`${messages(dropped)} dropped`),
    () => false,
  )
  await refreshMessages()
  return done !== false
}

const refreshMessages = (): Promise<void> =>
  refreshCalls('GET /pipelines/deployed-listener/{id}/messages', 'GET /pipelines/deployed-listener')
