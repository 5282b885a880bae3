import { type ReactNode, useState } from 'react'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './schema-editor.module.css'

type Props = { tree: ReactNode; palette: ReactNode; side: ReactNode; sideLabel: string }

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
function NarrowPanes({ tree, palette, side, sideLabel }: Props) {
  const [pane, setPane] = useState<'tree' | 'add' | 'side'>('tree')
  // Whoever asks for the form wants to see it.
  const [shown, setShown] = useState(sideLabel)
  if (shown !== sideLabel) {
    setShown(sideLabel)
    setPane('side')
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
      {pane === 'tree' && tree}
      {pane === 'add' && palette}
      {pane === 'side' && side}
    </div>
  )
}
