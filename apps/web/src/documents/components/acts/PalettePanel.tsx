import { useState } from 'react'
import { ComponentDocs } from './ComponentDocs.tsx'
import styles from './acts.module.css'
import { PaletteList } from './PaletteList.tsx'

type Props = { refuseInstance: (id: string) => string | null; onTake: (id: string) => void }

/** Components and ready-made blocks beside the diagram, to be dragged onto it or added by Enter. */
export function PalettePanel({ refuseInstance, onTake }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <aside className={styles.panel} aria-label="Palette">
      <div className={styles.inner}>
        <PaletteList
          refuseInstance={refuseInstance}
          chosen={chosen}
          onChoose={({ id }) => setChosen(id)}
          onTake={({ id }) => onTake(id)}
        />
        {chosen !== null && <ComponentDocs key={chosen} id={chosen} />}
      </div>
    </aside>
  )
}
