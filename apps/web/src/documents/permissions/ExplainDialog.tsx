import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ExplainedItem } from './explained-item.ts'
import { ExplainPanel } from './ExplainPanel.tsx'

type Props = { userId?: string | undefined; item?: ExplainedItem | undefined; onClose: () => void }

/** 'Why can this person not see it?' over whatever asks: the rows of an explorer, or a person of the Users screen. */
export const ExplainDialog = ({ userId, item, onClose }: Props) => (
  <Dialog
    title="Why can this person not see it?"
    width={75}
    onCancel={onClose}
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <ExplainPanel userId={userId} item={item} />
  </Dialog>
)
