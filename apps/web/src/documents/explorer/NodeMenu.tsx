import { type MenuPlace, RowMenu } from '../../ui/RowMenu.tsx'
import { actionLabels, type NodeAction } from './node-actions.ts'

export type { MenuPlace } from '../../ui/RowMenu.tsx'
type Props = {
  /** Names the menu, e.g. 'Bikes'. */
  label: string
  actions: readonly NodeAction[]
  at: MenuPlace
  /** The row, which gets the focus back afterwards. */
  row: HTMLElement | null
  onPick: (action: NodeAction) => void
  onClose: () => void
}

/** What can be done with a row of the explorer. */
export function NodeMenu({ actions, onPick, ...rest }: Props) {
  const items = actions.map((action) => ({
    label: actionLabels[action],
    danger: action === 'delete-folder' || action === 'delete-item',
  }))
  return (
    <RowMenu
      {...rest}
      items={items}
      onPick={(index) => {
        const action = actions[index]
        if (action !== undefined) onPick(action)
      }}
    />
  )
}
