import type { Module } from '@millrace/contract'
import { askDeleteModule } from '@millrace/contract/modules/module.rule'
import { call } from '../../api/call.ts'
import { queryClient, callKey, refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { confirm } from '../../ui/confirm.ts'

export type ModuleDraft = Pick<Module, 'name' | 'version' | 'download' | 'tags'>

export const emptyModule: ModuleDraft = { name: '', version: '', download: true, tags: [] }

const refreshModules = () => refreshCalls('GET /allowed-modules')
const title = ({ name, version }: Pick<Module, 'name' | 'version'>): string => `${name} ${version}`

/** Stores a new module, or the edited one, and says so. @throws CallError, for the form to tell */
export async function saveModule(draft: ModuleDraft, edited: Module | null): Promise<void> {
  const body = { ...draft, name: draft.name.trim(), version: draft.version.trim() }
  const saved =
    edited === null
      ? await call('POST /allowed-modules', { body, quiet: true })
      : await call('PUT /allowed-modules', { body: { ...body, _id: edited._id }, quiet: true })
  const done = edited === null ? 'The module was added.' : 'The module was saved.'
  toast.success(done, saved.state === 'installing' ? { detail: `${title(saved)} is being installed.` } : {})
  await refreshModules()
}

/** Asks (MOD-005) and deletes; what is in use stays, and a red toast names its users. */
export async function deleteModule(module: Module): Promise<void> {
  if (!(await confirm(askDeleteModule(module.name), title(module)))) return
  await call('DELETE /allowed-modules/{id}', { params: { id: module._id } }).then(
    () => toast.success('The module was deleted.'),
    () => undefined,
  )
  await refreshModules()
}

/** Installs again what failed. The row shows at once that it is under way. */
export async function installAgain({ _id }: Module): Promise<void> {
  try {
    const started = await call('POST /allowed-modules/{id}/install', { params: { id: _id } })
    queryClient.setQueryData<Module[]>(callKey('GET /allowed-modules'), (all) =>
      all?.map((module) => (module._id === _id ? started : module)),
    )
  } catch {
    await refreshModules()
  }
}
