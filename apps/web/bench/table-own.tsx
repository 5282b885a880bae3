import { useState } from 'react'
import { tableHeight, PeopleTable } from '../src/people/users/PeopleTable.tsx'
import { people } from './rows.ts'

export function Part() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <div style={{ display: 'grid', height: tableHeight }}>
      <PeopleTable
        people={people}
        self=""
        picked={picked}
        onPick={setPicked}
        sort={null}
        onSort={() => undefined}
        onOpen={() => undefined}
        opened={null}
      />
    </div>
  )
}
