import type { User } from '@millrace/contract'
import { Table, type TableColumnType } from 'antd'
import { BadgeRow } from '../src/people/users/BadgeRow.tsx'
import { Avatar } from '../src/people/users/Avatar.tsx'
import { tableHeight } from '../src/people/users/PeopleTable.tsx'
import { Switch } from '../src/ui/Switch.tsx'
import { Timestamp } from '../src/ui/Timestamp.tsx'
import { people } from './rows.ts'

/** The columns of the users' table with the same cells. */
const columns: TableColumnType<User>[] = [
  {
    title: 'Username',
    width: 180,
    sorter: true,
    render: (_, { firstName, lastName, avatar, userName }) => (
      <span>
        <Avatar firstName={firstName} lastName={lastName} picture={avatar} /> {userName}
      </span>
    ),
  },
  { title: 'Email', width: 260, ellipsis: true, dataIndex: 'email', sorter: true },
  { title: 'Role', width: 96, dataIndex: 'role', sorter: true },
  { title: 'Group badges', width: 220, sorter: true, render: (_, user) => <BadgeRow badges={user.admin_tags} /> },
  { title: 'Project badges', width: 220, sorter: true, render: (_, user) => <BadgeRow badges={user.project_tags} /> },
  { title: 'Last seen', width: 138, sorter: true, render: (_, user) => <Timestamp at={user.lastSeenDate} /> },
  {
    title: 'Active',
    width: 68,
    sorter: true,
    render: (_, user) => <Switch aria-label={user.userName} checked={user.isActive} onChange={() => undefined} />,
  },
]

export function Part() {
  return (
    <Table
      virtual
      dataSource={people}
      columns={columns}
      rowKey="_id"
      pagination={false}
      size="small"
      scroll={{ x: 1226, y: tableHeight - 40 }}
      rowSelection={{ columnWidth: 44 }}
    />
  )
}
