import type { DocKind } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { createItem } from '../folders/item-calls.ts'
import type { Outcome } from '../folders/several-calls.ts'
import styles from './explorer.module.css'
import { itemOfFile } from './item-files.ts'
import { Outcomes } from './Outcomes.tsx'

type Props = { kind: DocKind; folder: string; place: string; onImported: (id: string) => void; onClose: () => void }

/** Larger files are no documents: a schema of 5 MB is a very large one. */
const maxBytes = 20 * 1024 * 1024

/** JSON files as new drafts of a folder, each under the checks of a save; one that is refused says why (FLD-005, D-119). */
export function ImportDialog({ kind, folder, place, onImported, onClose }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const [busy, setBusy] = useState(false)
  const importAll = async () => {
    setBusy(true)
    const done: Outcome[] = []
    let last: string | null = null
    for (const file of files) {
      const { id, ...outcome } = await importFile(kind, folder, file)
      done.push(outcome)
      last = id ?? last
    }
    setOutcomes(done)
    setBusy(false)
    if (last !== null) onImported(last)
  }
  return (
    <Dialog
      title="Import from file"
      onCancel={onClose}
      footer={
        outcomes === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" disabled={files.length === 0 || busy} onClick={() => void importAll()}>
              Import
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <p className={styles.place}>In {place}. Each file becomes a new draft.</p>
      {outcomes === null ? (
        <label>
          JSON files
          <input
            type="file"
            accept=".json,application/json"
            multiple
            className={styles.files}
            data-first-focus
            onChange={(event) => setFiles([...(event.target.files ?? [])])}
          />
        </label>
      ) : (
        <Outcomes done="imported" outcomes={outcomes} />
      )}
    </Dialog>
  )
}

async function importFile(kind: DocKind, folder: string, file: File): Promise<Outcome & { id: string | null }> {
  if (file.size > maxBytes) return { name: file.name, problem: 'The file is larger than 20 MiB.', id: null }
  try {
    const item = itemOfFile(kind, file.name, await file.text())
    return { name: item.name, ...(await createItem(kind, { ...item, folder }, true)) }
  } catch (error) {
    return { name: file.name, problem: error instanceof Error ? error.message : String(error), id: null }
  }
}
