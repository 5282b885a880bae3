import { Transfer } from 'antd'
import { useState } from 'react'
import { names } from './rows.ts'

const items = names.map((name) => ({ key: name, title: name }))

export function Part() {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <Transfer
      dataSource={items}
      targetKeys={chosen}
      onChange={(keys) => setChosen(keys.map(String))}
      render={({ title }) => title}
      showSearch
      titles={['Available', 'Assigned']}
      styles={{ section: { width: 400, height: 400 } }}
    />
  )
}
