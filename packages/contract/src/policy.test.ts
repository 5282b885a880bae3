import { describe, expect, it } from 'vitest'
import { type CallName, calls } from './calls.ts'
import { livePolicy, mayCall, mayFollow, policy } from './policy.ts'
import { type Role, roles } from './roles.ts'

const letters: Record<Role, string> = { user: 'U', manager: 'M', admin: 'A', 'super-admin': 'S' }
/** First letters of the roles, such as 'U M A S', or 'P' for public calls. */
const who = (call: CallName): string =>
  policy[call].roles === 'public' ? 'P' : roles.flatMap((role) => (mayCall(role, call) ? letters[role] : [])).join(' ')

/** What people call it, the calls it takes, and who has it. */
const capabilities: [string, CallName[], string][] = [
  [
    'PRM-001/api upload and import of the wizard: not admin, whose files go through the testing view (D-65)',
    ['POST /imports', 'POST /imports/runAllImport', 'POST /imports/plan', 'POST /imports/job', 'POST /uploads/disable'],
    'U M S',
  ],
  ['PRM-002/api managing jobs: admin and super-admin', ['GET /imports/listScheduled'], 'A S'],
  [
    'PRM-003/api exporting files: not admin',
    ['POST /uploads/export', 'POST /uploads/rejected', 'POST /uploads/table'],
    'U M S',
  ],
  [
    'PRM-004/api consulting: manager and super-admin',
    ['POST /imports/listAll', 'GET /imports/listAllFilters', 'POST /imports/abort'],
    'M S',
  ],
  [
    'PRM-005/api the people: not user',
    [
      'GET /users',
      'POST /users',
      'POST /users/toggle',
      'POST /users/assign',
      'POST /users/export',
      'DELETE /users',
      'POST /users/reset-password',
      'POST /users/reset-tfa',
      'POST /users/invite',
      'POST /users/invitation-link',
      'GET /users/pipelinesFor',
    ],
    'M A S',
  ],
  [
    'PRM-006/api testing: everybody',
    ['POST /uploads', 'POST /uploads/fetchRealTime', 'GET /uploads/status', 'GET /logs/uploads', 'GET /folders/tree'],
    'U M A S',
  ],
  ['PRM-007/api the global badge list: super-admin', ['POST /tags', 'DELETE /tags', 'GET /tags/cache-reload'], 'S'],
  ['badges in pickers: whoever manages people or documents (D-41)', ['GET /tags/list'], 'M A S'],
  [
    'explorers: folders and names for manager, admin and super-admin',
    ['POST /folders', 'DELETE /folders', 'POST /folders/rename', 'POST /folders/reparent'],
    'M A S',
  ],
  [
    'explorers: documents by name, version and place (D-130)',
    [
      'GET /schemas/list',
      'POST /schemas',
      'DELETE /schemas',
      'POST /schemas/reparent',
      'GET /schemas/version',
      'GET /components/list',
      'POST /components',
      'DELETE /components',
      'POST /components/reparent',
      'GET /components/version',
      'POST /pipelines',
      'DELETE /pipelines',
      'POST /pipelines/reparent',
      'GET /pipelines/version',
      'GET /documents/usages',
    ],
    'M A S',
  ],
  [
    'PRM-009/api contents of documents and their versions: not admin (D-130)',
    [
      'GET /schemas',
      'GET /schemas/find',
      'POST /schemas/version/lock',
      'POST /schemas/version/new',
      'POST /schemas/version/delete',
      'POST /schemas/version/compute',
      'POST /schemas/version/update',
      'GET /components',
      'GET /components/find',
      'POST /components/version/lock',
      'POST /components/version/new',
      'POST /components/version/delete',
      'POST /components/version/compute',
      'POST /components/version/update',
      'GET /pipelines/id',
      'GET /pipelines/countries',
      'POST /pipelines/countries/take-over',
      'POST /pipelines/countries/roll-out',
      'GET /pipelines/masters',
      'POST /pipelines/compareDataStream',
      'POST /pipelines/version/lock',
      'POST /pipelines/version/new',
      'POST /pipelines/version/compute',
      'POST /pipelines/version/update',
      'POST /pipelines/version/delete',
      'GET /documents/content',
      'GET /components/{id}/dependencies',
    ],
    'M S',
  ],
  ['form definitions by name: everybody (D-122)', ['GET /schemas/byname'], 'U M A S'],
  [
    'generated code and test runs: not admin, who has explorers only (D-130)',
    [
      'POST /components/{id}/generate',
      'POST /components/{id}/execute',
      'POST /uploads/toJson',
      'GET /uploads/payload',
      'GET /uploads/records',
    ],
    'M S',
  ],
  [
    'test cases are part of what a component holds: not admin (D-130)',
    [
      'GET /components/test-cases',
      'POST /components/test-cases',
      'DELETE /components/test-cases',
      'POST /components/test-cases/run',
      'POST /components/test-cases/needed',
      'GET /schemas/test-cases',
      'POST /schemas/test-cases',
      'DELETE /schemas/test-cases',
      'POST /schemas/test-cases/run',
      'POST /schemas/test-cases/needed',
      'POST /schemas/test-cases/try',
      'GET /pipelines/test-cases',
      'POST /pipelines/test-cases',
      'DELETE /pipelines/test-cases',
      'POST /pipelines/test-cases/run',
      'POST /pipelines/test-cases/needed',
      'POST /pipelines/test-cases/try',
      'POST /components/{id}/compareLocked',
    ],
    'M S',
  ],
  [
    'PRM-011/api endpoints: not user',
    [
      'GET /pipelines/deployed-endpoint',
      'GET /pipelines/deployed-endpoint/{id}',
      'DELETE /pipelines/deployed-endpoint',
      'GET /pipelines/get-runtime-api-url',
    ],
    'M A S',
  ],
  [
    'publishing, keys and figures of endpoints: not admin, who has explorers only (D-130)',
    [
      'POST /pipelines/publish-endpoint',
      'GET /pipelines/deployed-endpoint/{id}/keys',
      'POST /pipelines/deployed-endpoint/{id}/key',
      'DELETE /pipelines/deployed-endpoint/{id}/key',
      'GET /pipelines/deployed-endpoint/{id}/calls',
    ],
    'M S',
  ],
  [
    'PRM-010/api mass updates and locks of pipelines: super-admin (D-102)',
    [
      'GET /pipelines/version/mass-compute',
      'POST /pipelines/version/mass-update',
      'POST /pipelines/version/mass-lock',
      'GET /pipelines/version/mass-runs',
    ],
    'S',
  ],
  [
    'PRM-012/api database connections: super-admin',
    [
      'GET /database-connections',
      'POST /database-connections',
      'PUT /database-connections',
      'DELETE /database-connections/{id}',
      'POST /database-connections/test',
    ],
    'S',
  ],
  [
    'tables of connections are for who writes code',
    ['GET /database-connections/usable', 'GET /database-connections/tables'],
    'M S',
  ],
  [
    'PRM-013/api allowed modules: super-admin',
    [
      'GET /allowed-modules',
      'POST /allowed-modules',
      'PUT /allowed-modules',
      'DELETE /allowed-modules/{id}',
      'POST /allowed-modules/{id}/install',
    ],
    'S',
  ],
  [
    'PRM-011/api listeners: manager, admin and super-admin',
    [
      'GET /pipelines/deployed-listener',
      'GET /pipelines/deployed-listener/{id}',
      'DELETE /pipelines/deployed-listener',
    ],
    'M A S',
  ],
  [
    'publishing listeners and their messages: not admin, who sees no contents (D-130)',
    [
      'POST /pipelines/publish-listener',
      'POST /pipelines/deployed-listener/{id}/pause',
      'GET /pipelines/deployed-listener/{id}/messages',
      'POST /pipelines/deployed-listener/{id}/messages/resume',
      'POST /pipelines/deployed-listener/{id}/messages/drop',
      'POST /pipelines/deployed-listener/try',
    ],
    'M S',
  ],
  ["PRM-014/api 'Manage badges' of documents: admin and super-admin", ['POST /tags/update-document-tags'], 'A S'],
  ['why somebody may not: admin and super-admin', ['GET /permissions/explain'], 'A S'],
  ['what badges would change: whoever may save them', ['POST /permissions/preview-document'], 'A S'],
  ['what a change of a person would change: whoever may save it', ['POST /permissions/preview-user'], 'M A S'],
  ['how everything fares: super-admin', ['GET /overview'], 'S'],
  ['holding all imports: super-admin', ['POST /imports/pause', 'DELETE /imports/pause'], 'S'],
  ['the audit: super-admin', ['GET /audit', 'GET /audit/filters', 'POST /audit/export'], 'S'],
  [
    'without a session',
    [
      'POST /users/login',
      'POST /users/tfa',
      'POST /users/refresh-token',
      'POST /users/create-password',
      'POST /users/forgotten',
    ],
    'P',
  ],
  [
    'what every session needs',
    [
      'GET /users/info',
      'POST /users/logout',
      'GET /users/pipelines',
      'GET /pipelines',
      'GET /locales/list',
      'GET /brands/list',
      'GET /productlines/list',
      'GET /datakinds/list',
      'GET /uploads/last',
      'GET /uploads/last-all',
      'GET /uploads/findings',
      'GET /logs/jobs',
      'DELETE /imports/job',
    ],
    'U M A S',
  ],
  [
    'setting pipelines up with real files and targets: who edits them',
    [
      'POST /pipelines/preview-source',
      'POST /pipelines/try-source',
      'POST /pipelines/check-sink',
      'POST /pipelines/look-at-file',
      'POST /pipelines/from-file',
    ],
    'M S',
  ],
  ['schemas of example files: who edits schemas', ['POST /schemas/generate', 'POST /schemas/infer'], 'M S'],
  [
    'who sent an upload, and which imports read it: who consults uploads',
    ['GET /uploads/senders', 'GET /imports/upload'],
    'M S',
  ],
  ['rejected records on the screen: as for their download', ['GET /uploads/record'], 'U M S'],
  [
    'what goes with imports',
    [
      'GET /imports/pipeline',
      'GET /imports/latest',
      'GET /imports/job',
      'GET /uploads/import',
      'DELETE /imports',
      'GET /pipelines/pipelinesOfMaster',
    ],
    'U M S',
  ],
]

describe('policy', () => {
  it('names every call once and nothing else', () => {
    expect(Object.keys(policy).sort()).toEqual(Object.keys(calls).sort())
  })
  it.each(capabilities)('%s', (_, named, expected) => {
    expect(named.map((call) => [call, who(call)])).toEqual(named.map((call) => [call, expected]))
  })
  it('is told here of every call, once', () => {
    expect(capabilities.flatMap(([, named]) => named).sort()).toEqual(Object.keys(calls).sort())
  })
  it('lets nobody without a role make any but the public calls', () => {
    const open = (Object.keys(policy) as CallName[]).filter((call) => mayCall(null, call))
    expect(open.every((call) => policy[call].roles === 'public')).toBe(true)
    expect(open).toHaveLength(5)
  })
  it('asks an object rule of every call that names an object of somebody', () => {
    const unasked = (Object.keys(policy) as CallName[]).filter((call) => policy[call].object === 'none')
    // What they name belongs to nobody, or to the only role that may make them.
    const free = unasked.filter((call) => !['P', 'S'].includes(who(call)))
    expect(free.sort()).toEqual([
      'GET /brands/list',
      'GET /datakinds/list',
      'GET /locales/list',
      'GET /pipelines/get-runtime-api-url',
      'GET /productlines/list',
      'GET /tags/list',
      'POST /pipelines/look-at-file',
      'POST /schemas/generate',
      'POST /schemas/infer',
      'POST /uploads/toJson',
    ])
  })
})

describe('live models', () => {
  it('S8 are followed by the roles that read such things over HTTP', () => {
    const whoFollows = Object.fromEntries(
      Object.keys(livePolicy).map((model) => [
        model,
        roles
          .filter((role) => mayFollow(role, model as keyof typeof livePolicy))
          .map((role) => letters[role])
          .join(' '),
      ]),
    )
    expect(whoFollows).toEqual({
      logs: 'U M A S',
      uploads: 'U M A S',
      imports: 'U M S',
      jobs: 'U M A S',
      documents: 'U M A S',
      presence: 'M S',
      testRuns: 'M S',
    })
  })
})
