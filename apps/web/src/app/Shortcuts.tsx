import { useEffect } from 'react'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { keyboardList, pressShortcut, shortcuts } from './shortcuts.ts'
import styles from './shortcuts.module.css'

/** The keys of the whole app, and the list of them on '?'. */
export function Shortcuts() {
  const open = keyboardList.use()
  useEffect(() => {
    window.addEventListener('keydown', pressShortcut)
    return () => window.removeEventListener('keydown', pressShortcut)
  }, [])
  if (!open) return null
  return (
    <Dialog
      title="Keyboard"
      onCancel={keyboardList.close}
      footer={
        <Button tone="primary" data-first-focus onClick={keyboardList.close}>
          Close
        </Button>
      }
    >
      <Facts look="rows" className={styles.keys}>
        {shortcuts.map(({ keys, does }) => (
          <Fact key={does} name={<kbd>{keys}</kbd>}>
            {does}
          </Fact>
        ))}
      </Facts>
    </Dialog>
  )
}
