import { describe, expect, it } from 'vitest'
import type { CallName } from './calls.ts'
import { mayCall } from './policy.ts'
import { type Role, roles } from './roles.ts'
import { landingPage, mayOpenScreen, type ScreenPath, screenPolicy } from './screens.ts'

/** The call that each screen is there for; without one where the screen makes no call that its roles alone may make. */
const screens: [path: ScreenPath, call: CallName | null, who: readonly Role[]][] = [
  ['/overview', 'GET /overview', ['super-admin']],
  ['/import/upload', 'POST /imports', ['user', 'manager', 'super-admin']],
  ['/import/jobs', 'GET /imports/listScheduled', ['admin', 'super-admin']],
  ['/export/index', 'POST /uploads/export', ['user', 'manager', 'super-admin']],
  ['/consult/upload', null, ['manager', 'super-admin']],
  ['/consult/import', 'POST /imports/listAll', ['manager', 'super-admin']],
  ['/manage/pipeline', 'POST /folders', ['manager', 'admin', 'super-admin']],
  ['/manage/schemas', 'POST /folders', ['manager', 'admin', 'super-admin']],
  ['/manage/components', 'POST /folders', ['manager', 'admin', 'super-admin']],
  ['/manage/update-lock-pipeline', null, ['super-admin']],
  ['/manage/endpoints', null, ['manager', 'admin', 'super-admin']],
  ['/manage/listeners', null, ['manager', 'admin', 'super-admin']],
  ['/manage/databases', 'POST /database-connections', ['super-admin']],
  ['/manage/allowed-modules', 'POST /allowed-modules', ['super-admin']],
  ['/manage/users', 'GET /users', ['manager', 'admin', 'super-admin']],
  ['/manage/audit', 'GET /audit', ['super-admin']],
  ['/testing/index', 'POST /uploads', roles],
]

describe('screens', () => {
  it.each(screens)('%s is open to the roles that may make its call', (path, call, who) => {
    expect(roles.filter((role) => mayOpenScreen(role, path))).toEqual(who)
    if (call !== null) expect(roles.filter((role) => mayCall(role, call))).toEqual(who)
  })

  it('are told here each once', () => {
    expect(screens.map(([path]) => path).sort()).toEqual(Object.keys(screenPolicy).sort())
  })

  it('PRM-019/ui the landing page of an admin is /manage, of the others /import', () => {
    expect(roles.map(landingPage)).toEqual(['/import', '/import', '/manage', '/import'])
  })
})
