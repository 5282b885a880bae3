import { useMemo, useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { useCall } from '../../api/use-call.ts'
import type { CodeScope } from '../../code/code-scope.ts'
import { useSchemaStore } from '../schemas/use-schema-store.ts'
import { type CodeSurroundings, isSameScope, type OwnScope } from './model/code-scope.ts'

/** Modules and connections that code may name, as far as this person may see them. */
export function useCodeSurroundings(): CodeSurroundings {
  const modules = useCall('GET /allowed-modules', { quiet: true }, { enabled: useMay('GET /allowed-modules') })
  const connections = useCall(
    'GET /database-connections',
    { quiet: true },
    { enabled: useMay('GET /database-connections') },
  )
  return useMemo(
    () => ({
      modules:
        modules.data?.filter(({ state }) => state === 'ready').map(({ name, version }) => ({ name, version })) ?? null,
      connections: connections.data?.map(({ name }) => name) ?? null,
    }),
    [modules.data, connections.data],
  )
}

/** A scope with the schemas that those of its ports refer to; the same one as long as it says the same. */
export function useCodeScope(own: OwnScope | null): CodeScope | null {
  const [kept, setKept] = useState(own)
  const scope = kept !== null && own !== null && isSameScope(kept, own) ? kept : own
  if (scope !== kept) setKept(scope)
  const schemas = useMemo(() => scope && [...scope.inputs, ...scope.outputs].map(({ schema }) => schema), [scope])
  const store = useSchemaStore(schemas)
  return useMemo(() => scope && { ...scope, store }, [scope, store])
}
