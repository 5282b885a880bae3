import { type ReactNode, useState } from 'react'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './schema-editor.module.css'

type Props = {
  tree: ReactNode
  palette: ReactNode
  side: ReactNode
  sideLabel: string
  /** How often a row was asked for from outside of the tree. */
  shows: number
}

/** Palette and tree beside properties or form; by tabs where there is room for one of them. */
export function EditorPanes(props: Props) {
  const { tree, palette, side } = props
  const narrow = useNarrow()
  return (
    <div className={styles.panes}>
      {narrow ? (
        <NarrowPanes {...props} />
      ) : (
        <SplitPane
          direction="columns"
          size={420}
          maxShare={0.5}
          label="Resize the tree of the schema"
          remember="schema-tree"
          first={
            <div className={styles.column}>
              {palette}
              {tree}
            </div>
          }
          second={side}
        />
      )}
    </div>
  )
}

/** Tree, palette and properties by tabs, where there is room for one of them. */
function NarrowPanes({ tree, palette, side, sideLabel, shows }: Props) {
  const [pane, setPane] = useState<'tree' | 'add' | 'side'>('tree')
  // Whoever asks for the form, or for a row, wants to see it.
  const [last, setLast] = useState({ sideLabel, shows })
  if (last.sideLabel !== sideLabel || last.shows !== shows) {
    setLast({ sideLabel, shows })
    setPane(last.shows === shows ? 'side' : 'tree')
  }
  const tabs = [
    ['tree', 'Tree'],
    ['add', 'Add'],
    ['side', sideLabel],
  ] as const
  return (
    <div className={styles.narrow}>
      <Tabs
        label="Part of the editor"
        tabs={palette === false ? tabs.filter(([name]) => name !== 'add') : tabs}
        value={pane}
        onChange={setPane}
      />
      {/* It keeps what is open and found in it. */}
      <div className={styles.pane} hidden={pane !== 'tree'}>
        {tree}
      </div>
      {pane === 'add' && palette}
      {pane === 'side' && side}
    </div>
  )
}
