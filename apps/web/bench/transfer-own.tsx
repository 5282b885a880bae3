import { useState } from 'react'
import { TransferLists } from '../src/ui/TransferLists.tsx'
import { names } from './rows.ts'

export function Part() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const items = (there: boolean) =>
    names.filter((name) => chosen.has(name) === there).map((name) => ({ id: name, text: name, content: name }))
  return (
    <TransferLists
      things="pipelines"
      titles={['Available', 'Assigned']}
      available={items(false)}
      chosen={items(true)}
      height={400}
      onMove={(ids, to) => {
        const next = new Set(chosen)
        for (const id of ids) {
          if (to === 'chosen') next.add(id)
          else next.delete(id)
        }
        setChosen(next)
      }}
    />
  )
}
