import type { Component } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './acts.module.css'
import { ComponentDocs } from './ComponentDocs.tsx'
import { PaletteList } from './PaletteList.tsx'

type Props = {
  title: string
  confirm: string
  refuseInstance: (id: string) => string | null
  /** @returns why it was not taken, null when it was */
  onTake: (component: Component) => string | null
  onClose: () => void
}

/** Components and ready-made blocks to choose one from, with what each is for. */
export function AddDialog({ title, confirm, refuseInstance, onTake, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const take = async (id: string) => {
    setBusy(true)
    const component = await call('GET /components/find', { query: { id } }).catch(() => null)
    setBusy(false)
    if (component === null) return
    const refused = onTake(component)
    if (refused === null) onClose()
    else toast.warn(refused)
  }
  return (
    <Dialog
      title={title}
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={chosen === null || busy}
            onClick={() => chosen !== null && void take(chosen)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <PaletteList
          refuseInstance={refuseInstance}
          chosen={chosen}
          onChoose={({ id }) => setChosen(id)}
          onTake={({ id }) => void take(id)}
        />
        {chosen === null ? (
          <EmptyState text="Choose a component to read what it is for." />
        ) : (
          <ComponentDocs key={chosen} id={chosen} />
        )}
      </div>
    </Dialog>
  )
}
