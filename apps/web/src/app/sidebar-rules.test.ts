import { describe, expect, it } from 'vitest'
import { sidebarOf } from './sidebar-rules.ts'
import type { RouteEntry } from '../routing/route-table.ts'

const shown = (role: Parameters<typeof sidebarOf>[0]) =>
  sidebarOf(role).map(({ entry, links }) => [entry.title, links.map(({ title }) => title)])

describe('sidebar', () => {
  it('NAV-041/ui shows an entry only to roles on its list, without children the role may not open', () => {
    expect(shown('user')).toEqual([
      ['Update data', ['Upload new file']],
      ['Export', ['Download latest files']],
      ['Testing', ['Testing view']],
    ])
    expect(shown('admin').map(([title]) => title)).toEqual(['Update data', 'Manage', 'Testing'])
    expect(shown('admin')[0]).toEqual(['Update data', ['Manage jobs']])
    expect(shown('manager').map(([title]) => title)).toEqual(['Update data', 'Export', 'Consult', 'Manage', 'Testing'])
    expect(shown('super-admin').map(([title]) => title)).toEqual([
      'Overview',
      'Update data',
      'Export',
      'Consult',
      'Manage',
      'Testing',
    ])
    expect(shown('super-admin')[4]?.[1]).toHaveLength(10)
  })

  it('NAV-041/ui leaves hidden entries out, whoever asks', () => {
    const hidden: RouteEntry = { path: '/x', title: 'X', hidden: true, children: [{ path: '/x/y', title: 'Y' }] }
    expect(sidebarOf('super-admin', [hidden])).toEqual([])
  })

  it('NAV-042/ui an entry with one visible child is that child', () => {
    const entry: RouteEntry = {
      path: '/a',
      title: 'A',
      children: [
        { path: '/a/b', title: 'B', roles: ['user'] },
        { path: '/a/c', title: 'C', hidden: true, roles: ['user'] },
      ],
    }
    expect(sidebarOf('user', [entry])[0]?.links.map(({ path }) => path)).toEqual(['/a/b'])
  })
})
