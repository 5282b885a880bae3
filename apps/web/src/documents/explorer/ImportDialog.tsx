import type { DocKind } from '@millrace/contract'
import { nameKey } from '@millrace/contract/documents/names.rule'
import { texts } from '@millrace/contract/errors'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { createItem } from '../folders/item-calls.ts'
import type { Outcome } from '../folders/several-calls.ts'
import styles from './explorer.module.css'
import { itemOfFile } from './item-files.ts'
import { Outcomes } from './Outcomes.tsx'
import { reasonOf } from '../../api/reason-of.ts'

type Props = { kind: DocKind; folder: string; place: string; onImported: (id: string) => void; onClose: () => void }

/** Larger files are no documents: a schema of 5 MB is a very large one. */
const maxBytes = 20 * 1024 * 1024

/** JSON files as new drafts of a folder, each under the checks of a save; one that is refused says why (FLD-005, D-119). */
export function ImportDialog({ kind, folder, place, onImported, onClose }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const busy = done !== null
  const importAll = async () => {
    const made: Outcome[] = []
    /** The file that each name was taken from. */
    const fileOf = new Map<string, string>()
    let last: string | null = null
    for (const [at, file] of files.entries()) {
      setDone(at)
      const { id, ...outcome } = await importFile({ kind, folder, fileOf }, file)
      made.push(outcome)
      last = id ?? last
    }
    setOutcomes(made)
    setDone(null)
    if (last !== null) onImported(last)
  }
  return (
    <Dialog
      title="Import from file"
      // Left before the end, it could not tell what became of the files.
      onCancel={() => !busy && onClose()}
      footer={
        outcomes === null ? (
          <>
            <Button disabled={busy} onClick={onClose}>
              Cancel
            </Button>
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
            disabled={busy}
            onChange={(event) => setFiles([...(event.target.files ?? [])])}
          />
          {busy && (
            <span role="status" className={styles.place}>
              Importing file {done + 1} of {files.length} …
            </span>
          )}
        </label>
      ) : (
        <Outcomes done="imported" outcomes={outcomes} />
      )}
    </Dialog>
  )
}

type Import = { kind: DocKind; folder: string; fileOf: Map<string, string> }

async function importFile({ kind, folder, fileOf }: Import, file: File): Promise<Outcome & { id: string | null }> {
  const refuse = (problem: string) => ({ name: file.name, problem, id: null })
  if (file.size > maxBytes) return refuse('The file is larger than 20 MiB.')
  try {
    const item = itemOfFile(kind, file.name, await file.text())
    const other = fileOf.get(nameKey(item.name))
    if (other !== undefined)
      return refuse(`${other} is called ${item.name}, too. Import it again with another name, or into another folder.`)
    const made = await createItem(kind, { ...item, folder }, true)
    if (made.problem === texts.nameExists) return refuse(`${made.problem}: ${item.name}`)
    if (made.problem !== null) return refuse(made.problem)
    fileOf.set(nameKey(item.name), file.name)
    return { name: item.name, ...made }
  } catch (error) {
    return refuse(reasonOf(error))
  }
}
