import type { Module, Tag } from '@millrace/contract'
import { validateModule } from '@millrace/contract/modules/module.rule'
import { useId, useRef, useState } from 'react'
import { ProjectBadgeLists } from '../../access/badges/ProjectBadgeLists.tsx'
import { CallError, isAbort } from '../../api/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmClose } from '../../ui/confirm-close.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { emptyModule, type ModuleDraft, saveModule } from './module-actions.ts'
import styles from './modules.module.css'

type Props = { module: Module | null; badges: readonly Tag[]; onClose: () => void }

/** Name, exact version, download and badges of a module, or of a new one (MOD-003). */
export function ModuleDialog({ module, badges, onClose }: Props) {
  const id = useId()
  const [base] = useState<ModuleDraft>(() => (module === null ? emptyModule : draftOf(module)))
  const [draft, setDraft] = useState(base)
  const [judged, setJudged] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const mistakes = judged ? validateModule(draft) : {}
  const dirty = JSON.stringify(draft) !== JSON.stringify(base)
  const set = (part: Partial<ModuleDraft>) => {
    setRefused(null)
    setDraft({ ...draft, ...part })
  }
  const save = async () => {
    setJudged(true)
    const [first] = Object.keys(validateModule(draft))
    if (first !== undefined) return fields.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus()
    setBusy(true)
    try {
      await saveModule(draft, module)
      onClose()
    } catch (error) {
      if (error instanceof CallError) setRefused(error.message)
      else if (!isAbort(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  const input = (field: 'name' | 'version', label: string, hint: string) => (
    <Field id={`${id}-${field}`} label={label} required mistake={mistakes[field]} hint={hint}>
      <input
        id={`${id}-${field}`}
        className={styles.input}
        data-field={field}
        {...(field === 'name' && { 'data-first-focus': true })}
        value={draft[field]}
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={mistakes[field] !== undefined}
        aria-describedby={`${id}-${field}-mistake`}
        onChange={(event) => set({ [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <Dialog
      title={module === null ? 'Add module' : `Edit module ${module.name}`}
      width={75}
      onCancel={() => confirmClose(dirty, onClose)}
      footer={
        <>
          <Button onClick={() => confirmClose(dirty, onClose)}>Cancel</Button>
          <Button tone="primary" disabled={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div ref={fields} className={styles.fields}>
        <div className={styles.pair}>
          {input('name', 'Name', 'As the package is called, such as date-fns or @scope/name')}
          {input('version', 'Version', 'An exact one, such as 1.2.3')}
        </div>
        <div className={styles.switch}>
          <Switch
            aria-labelledby={`${id}-download`}
            aria-describedby={`${id}-download-hint`}
            checked={draft.download}
            onChange={(download) => set({ download })}
          />
          <span id={`${id}-download`} className="unbroken">
            Download
          </span>
          <span id={`${id}-download-hint`} className="quiet">
            The server installs exactly this version, without its scripts, and code uses it once it is ready.
          </span>
        </div>
        {refused !== null && (
          <Notice tone="error" role="alert">
            {refused}
          </Notice>
        )}
        <section aria-label="Badges">
          <h3 className={styles.heading}>Badges: who may use it in code; without any, everybody may</h3>
          <ProjectBadgeLists known={badges} chosen={draft.tags} onChange={(tags) => set({ tags: [...tags] })} />
        </section>
      </div>
    </Dialog>
  )
}

const draftOf = ({ name, version, download, tags }: Module): ModuleDraft => ({ name, version, download, tags })
