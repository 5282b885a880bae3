import { exampleTags } from '../../access/badges/badges.examples.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleConnections, exampleTables } from './connections.examples.ts'

const shown: Pick<ScreenExample, 'at' | 'as' | 'answers'> = {
  at: '/manage/databases',
  as: 'super-admin',
  answers: {
    'GET /database-connections': exampleConnections(),
    'GET /tags/list': exampleTags(),
    'GET /database-connections/tables': { tables: exampleTables(), more: true },
  },
}

export const connectionsScreens: readonly ScreenExample[] = [
  { name: 'connections', ...shown },
  { name: 'connection-new', ...shown, press: ['Add connection'] },
  {
    name: 'connection-tables',
    ...shown,
    press: ['Actions of warehouse', 'Tables and columns'],
  },
]
