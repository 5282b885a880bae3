import { describe, expect, it } from 'vitest'
import { afterLogin, decideNavigation } from './guard.ts'
import { entryAt, rolesOf } from './route-table.ts'

const all = ['user', 'manager', 'admin', 'super-admin'] as const
const to = (path: string, search = {}) => ({ go: 'to', path, search })

// S5: whatever the redirect query holds, the person stays in the app.
const elsewhere = [
  'https://elsewhere.test/',
  'https://elsewhere.test/consult/import',
  '//elsewhere.test',
  '//elsewhere.test/consult/import',
  '/\\elsewhere.test',
  '\\\\elsewhere.test',
  '/\t/elsewhere.test',
  '\t//elsewhere.test',
  ' /consult/import',
  'http:consult/import',
  'javascript:alert(1)',
  'data:text/html,x',
  '/consult/import/../../..//elsewhere.test',
  '/consult/import@elsewhere.test',
  '/consult/import#//elsewhere.test',
  '/%2F%2Felsewhere.test',
  '/consult%2Fimport',
  '///consult/import',
  'consult/import',
  '#/consult/import',
  '?redirect=//elsewhere.test',
  '',
  '/',
]

describe('route table', () => {
  it.each([
    ['NAV-005/ui PRM-001/ui', '/import/upload', 'Upload new file', ['user', 'manager', 'super-admin']],
    ['NAV-006/ui', '/import/jobs', 'Manage jobs', ['admin', 'super-admin']],
    ['NAV-008/ui PRM-003/ui', '/export/index', 'Download latest files', ['user', 'manager', 'super-admin']],
    ['NAV-010/ui PRM-004/ui', '/consult/upload', 'Consult uploads', ['manager', 'super-admin']],
    ['NAV-011/ui PRM-004/ui', '/consult/import', 'Consult imports', ['manager', 'super-admin']],
    ['NAV-013/ui PRM-005/ui', '/manage/users', 'Users', ['manager', 'admin', 'super-admin']],
    ['NAV-014/ui', '/manage/pipeline', 'Pipelines', ['manager', 'admin', 'super-admin']],
    ['NAV-015/ui', '/manage/schemas', 'Data Models', ['manager', 'admin', 'super-admin']],
    ['NAV-016/ui', '/manage/components', 'ComponentEditor', ['manager', 'admin', 'super-admin']],
    ['NAV-017/ui PRM-010/ui', '/manage/update-lock-pipeline', 'Updates', ['super-admin']],
    ['NAV-018/ui', '/manage/endpoints', 'Manage endpoints', ['manager', 'admin', 'super-admin']],
    ['NAV-019/ui', '/manage/listeners', 'Manage listeners', ['manager', 'admin', 'super-admin']],
    ['NAV-020/ui PRM-012/ui', '/manage/databases', 'Databases connections', ['super-admin']],
    ['NAV-021/ui PRM-013/ui', '/manage/allowed-modules', 'Allowed modules', ['super-admin']],
    ['NAV-022/ui PRM-006/ui', '/testing/index', 'Testing view', ['user', 'manager', 'admin', 'super-admin']],
  ])('%s %s is titled %s and open to its roles alone', (_id, path, title, roles) => {
    expect(entryAt(path)?.title).toBe(title)
    for (const role of all) {
      const verdict = decideNavigation(path, path, role)
      expect([role, verdict]).toEqual([role, roles.includes(role) ? { go: 'on' } : to('/unauthorized/index')])
    }
  })

  it.each([
    ['NAV-014/ui', '/manage/pipeline', 'ManagePipeline'],
    ['NAV-015/ui', '/manage/schemas', 'SchemaEditor'],
    ['NAV-016/ui', '/manage/components', 'ComponentEditor'],
  ])('%s %s is the route named %s', (_id, path, name) => {
    expect(entryAt(path)?.name).toBe(name)
  })

  it.each([
    ['NAV-004/ui', '/import', '/import/upload', 'Update data'],
    ['NAV-007/ui', '/export', '/export/index', 'Export'],
    ['NAV-009/ui', '/consult', '/consult/upload', 'Consult'],
    ['NAV-012/ui', '/manage', '/manage/pipeline', 'Manage'],
  ])('%s %s redirects to %s', (_id, path, target, title) => {
    expect(entryAt(path)).toMatchObject({ redirect: target, title })
  })

  it('a parent is open to the roles of its children together', () => {
    expect(new Set(rolesOf(entryAt('/import') as never))).toEqual(new Set(all))
    expect(new Set(rolesOf(entryAt('/consult') as never))).toEqual(new Set(['manager', 'super-admin']))
  })
})

describe('guard', () => {
  it('NAV-002/ui / leads to /login', () => {
    expect(decideNavigation('/', '/', null)).toEqual(to('/login'))
    expect(entryAt('/')?.hidden).toBe(true)
  })

  it('NAV-035/ui with a role, /login leads an admin to /manage and the others to /import', () => {
    expect(decideNavigation('/login', '/login', 'admin')).toEqual(to('/manage'))
    for (const role of ['user', 'manager', 'super-admin'] as const) {
      expect(decideNavigation('/login', '/login', role)).toEqual(to('/import'))
    }
  })

  it('NAV-036/ui without a role a page leads to /login with the way back, which never names a public page', () => {
    expect(decideNavigation('/consult/import', '/consult/import', null)).toEqual(
      to('/login', { redirect: '/consult/import' }),
    )
    expect(decideNavigation('/login', '/login?redirect=%2Flogin', null)).toEqual({ go: 'on' })
    expect(decideNavigation('/', '/', null)).toEqual(to('/login'))
  })

  it('NAV-037/ui a route without a list of roles is open to every role', () => {
    for (const role of all)
      expect(decideNavigation('/unauthorized/index', '/unauthorized/index', role)).toEqual({ go: 'on' })
  })

  it('NAV-038/ui a route whose list lacks the role leads to /unauthorized', () => {
    expect(decideNavigation('/consult/import', '/consult/import', 'user')).toEqual(to('/unauthorized/index'))
    expect(decideNavigation('/import/upload', '/import/upload', 'admin')).toEqual(to('/unauthorized/index'))
  })

  it.each(['/login', '/create-password', '/forgotten', '/404'])('NAV-039/ui %s is open without a token', (path) => {
    expect(decideNavigation(path, path, null)).toEqual({ go: 'on' })
  })

  it('NAV-039/ui /reset-password passes and, having no page, ends on /404', () => {
    expect(decideNavigation('/reset-password', '/reset-password?t=1', null)).toEqual(to('/404'))
  })

  it('NAV-040/ui without a token any other path, known or not, leads to /login with path and query', () => {
    expect(decideNavigation('/export/index', '/export/index?pipeline=4', null)).toEqual(
      to('/login', { redirect: '/export/index?pipeline=4' }),
    )
    expect(decideNavigation('/nothing', '/nothing', null)).toEqual(to('/login', { redirect: '/nothing' }))
  })

  it('NAV-023/ui the unauthorized page needs a session and is not in the sidebar', () => {
    expect(decideNavigation('/unauthorized/index', '/unauthorized/index', null)).toMatchObject({ path: '/login' })
    expect(entryAt('/unauthorized')?.hidden).toBe(true)
  })

  it('NAV-024/ui an unknown path leads to /404', () => {
    expect(decideNavigation('/nothing', '/nothing', 'manager')).toEqual(to('/404'))
  })
})

describe('after login', () => {
  it('SES-016/ui PRM-019/ui an admin lands on /manage, the others on /import', () => {
    expect(afterLogin('admin', undefined)).toEqual({ path: '/manage', search: {} })
    for (const role of ['user', 'manager', 'super-admin'] as const) {
      expect(afterLogin(role, undefined)).toEqual({ path: '/import', search: {} })
    }
  })

  it('keeps the way back with its query when the role may open it', () => {
    expect(afterLogin('manager', '/consult/import?id=7')).toEqual({ path: '/consult/import', search: { id: '7' } })
  })

  it.each(['/consult/import', '/login', '/404', '/unauthorized/index'])('does not lead role user to %s', (redirect) => {
    expect(afterLogin('user', redirect).path).toBe('/import')
  })

  it.each(elsewhere)('a redirect to %j leads to the landing page', (redirect) => {
    expect(afterLogin('super-admin', redirect)).toEqual({ path: '/import', search: {} })
    expect(decideNavigation('/login', `/login?${new URLSearchParams({ redirect })}`, 'super-admin')).toEqual(
      to('/import'),
    )
  })

  it('judges a parent by the page it leads to', () => {
    expect(afterLogin('admin', '/import').path).toBe('/manage')
  })
})
