import { Button } from '../src/ui/Button.tsx'
import { Dialog } from '../src/ui/Dialog.tsx'

export function Part() {
  return (
    <Dialog title="Confirmation" onCancel={() => undefined} footer={<Button tone="primary">Yes</Button>}>
      Do you want to delete it?
    </Dialog>
  )
}
