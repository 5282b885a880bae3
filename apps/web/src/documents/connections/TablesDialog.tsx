import type { DatabaseConnection } from '@millrace/contract'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DatabaseBrowser } from './DatabaseBrowser.tsx'

/** What component code can read over a connection. */
export const TablesDialog = ({ connection, onClose }: { connection: DatabaseConnection; onClose: () => void }) => (
  <Dialog
    title={`Tables and columns of ${connection.name}`}
    width={75}
    onCancel={onClose}
    footer={
      <Button onClick={onClose} data-first-focus>
        Close
      </Button>
    }
  >
    <DatabaseBrowser connection={connection} />
  </Dialog>
)
