import type { z } from 'zod'
import { auditCalls } from './audit/audit.messages.ts'
import { badgeCalls } from './badges/badges.messages.ts'
import { comparisonCalls } from './comparisons/comparisons.messages.ts'
import { componentCalls } from './components/components.messages.ts'
import { connectionCalls } from './connections/connections.messages.ts'
import { endpointCalls } from './deployments/endpoints.messages.ts'
import { listenerCalls } from './deployments/listeners.messages.ts'
import { documentCalls } from './documents/documents.messages.ts'
import { folderCalls } from './documents/folders.messages.ts'
import { importCalls } from './imports/imports.messages.ts'
import { latestCalls } from './imports/latest.messages.ts'
import { logCalls } from './logs/logs.messages.ts'
import { lookupCalls } from './lookups/lookups.messages.ts'
import { moduleCalls } from './modules/modules.messages.ts'
import { overviewCalls } from './overview/overview.messages.ts'
import { permissionCalls } from './permissions/permissions.messages.ts'
import { countryCalls } from './pipelines/countries.messages.ts'
import { pipelineCalls } from './pipelines/pipelines.messages.ts'
import { setupCalls } from './pipelines/setup.messages.ts'
import { inferCalls } from './schemas/infer.messages.ts'
import { scheduleCalls } from './schedules/schedules.messages.ts'
import { schemaCalls } from './schemas/schemas.messages.ts'
import { forgottenCalls, sessionCalls, tfaCalls } from './sessions/sessions.messages.ts'
import { testCaseCalls } from './test-cases/test-cases.messages.ts'
import { fetchCalls, uploadCalls } from './uploads/uploads.messages.ts'
import { userCalls } from './users/users.messages.ts'
import { massRunCalls } from './versions/mass-runs.messages.ts'
import { updateCalls } from './versions/updates.messages.ts'
import { versionCalls } from './versions/versions.messages.ts'

/** One call: what it takes and what `data` of its envelope is. `multipart` and `file` mark what is not plain JSON. */
export type CallSpec = {
  query?: z.ZodType
  params?: z.ZodType
  body?: z.ZodType
  multipart?: true | boolean
  file?: true | boolean
  /** Its body carries files in base64 and may be as long as that takes. */
  base64?: true | boolean
  /** It carries what an author wrote, schemas first of all: any name is a name, and what reading would change is refused. */
  authored?: true | boolean
  reply: z.ZodType
}

/** Every call by 'METHOD /path' below the API root. The server registers routes from it, the app takes its types from it. */
export const calls = {
  ...sessionCalls,
  ...tfaCalls,
  ...forgottenCalls,
  ...lookupCalls,
  ...pipelineCalls,
  ...countryCalls,
  ...setupCalls,
  ...uploadCalls,
  ...fetchCalls,
  ...logCalls,
  ...importCalls,
  ...latestCalls,
  ...scheduleCalls,
  ...folderCalls,
  ...inferCalls,
  ...documentCalls,
  ...schemaCalls,
  ...versionCalls,
  ...updateCalls,
  ...massRunCalls,
  ...componentCalls,
  ...connectionCalls,
  ...moduleCalls,
  ...badgeCalls,
  ...auditCalls,
  ...permissionCalls,
  ...overviewCalls,
  ...userCalls,
  ...testCaseCalls,
  ...comparisonCalls,
  ...endpointCalls,
  ...listenerCalls,
} satisfies Record<string, CallSpec>

export type Calls = typeof calls
export type CallName = keyof Calls

type Part<N extends CallName, K extends string> = Calls[N] extends Record<K, infer S extends z.ZodType> ? S : never
/** Data of the answer, as a client receives it. */
export type Reply<N extends CallName> = z.output<Calls[N]['reply']>
/** Body as a client sends it. */
export type Body<N extends CallName> = [Part<N, 'body'>] extends [never] ? undefined : z.input<Part<N, 'body'>>
/** Body as a service receives it. */
export type ParsedBody<N extends CallName> = [Part<N, 'body'>] extends [never] ? undefined : z.output<Part<N, 'body'>>
/** Parts of the path as a service receives them. */
export type ParsedParams<N extends CallName> = [Part<N, 'params'>] extends [never]
  ? undefined
  : z.output<Part<N, 'params'>>
/** Query as a service receives it. */
export type ParsedQuery<N extends CallName> = [Part<N, 'query'>] extends [never]
  ? undefined
  : z.output<Part<N, 'query'>>
