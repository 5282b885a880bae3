import type { Tag } from '@millrace/contract'
import { defaultBadgeColor, isBadgeColor } from '@millrace/contract/badges/badge-color.rule'
import { validateBadgeName } from '@millrace/contract/badges/badge-name.rule'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { BadgeChip } from './BadgeChip.tsx'
import styles from './badges.module.css'
import { confirmClose } from '../../ui/confirm-close.ts'
import { saveTag, type TagType } from './use-tags.ts'
import { reasonOf } from '../../api/reason-of.ts'

type Props = {
  type: TagType
  /** The edited badge, null for a new one. */
  tag: Tag | null
  /** All badges of both types: names are unique among them (TAG-009). */
  existing: readonly Tag[]
  onClose: () => void
}

const words: Record<TagType, string> = { admin: 'Administrative', project: 'Project' }

/** 'New Project tag' and its kin (TAG-007, TAG-008): name, colour for project badges, and how it will look. */
export function TagDialog({ type, tag, existing, onClose }: Props) {
  const form = useId()
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState(tag?.color ?? defaultBadgeColor)
  const [isHidden, setHidden] = useState(tag?.isHidden ?? false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const colored = type === 'project'
  const colorProblem = colored && !isBadgeColor(color) ? 'Please write the color as #RRGGBB' : null
  const check = () => {
    const found = validateBadgeName(name, existing, tag?._id ?? null)
    setProblem(found)
    return found
  }
  const dirty =
    name !== (tag?.name ?? '') ||
    isHidden !== (tag?.isHidden ?? false) ||
    (colored && color !== (tag?.color ?? defaultBadgeColor))
  const close = () => confirmClose(dirty, onClose)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (check() !== null || colorProblem !== null || busy) return
    setBusy(true)
    try {
      await saveTag(type, { name, color, isHidden }, tag)
      onClose()
    } catch (error) {
      // The toast has told it; beside the name it stays, since it is mostly the name that is taken.
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`${tag === null ? 'New' : 'Edit'} ${words[type]} tag`}
      onCancel={close}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} disabled={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <label className={styles.field}>
          Name
          <input
            className={styles.input}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(null)
            }}
            onBlur={check}
            aria-invalid={problem !== null}
            aria-describedby={`${form}-name`}
            data-first-focus
            autoComplete="off"
          />
        </label>
        <span id={`${form}-name`} className={styles.mistake} role="alert">
          {problem}
        </span>
        {colored && (
          <>
            <div className={styles.field}>
              <label htmlFor={`${form}-color`}>Color</label>
              <span className={styles.colors}>
                <input
                  id={`${form}-color`}
                  type="color"
                  className={styles.well}
                  value={isBadgeColor(color) ? color.toLowerCase() : defaultBadgeColor.toLowerCase()}
                  onChange={(event) => setColor(event.target.value.toUpperCase())}
                />
                <input
                  className={`${styles.input} ${styles.hex}`}
                  aria-label="Color as text"
                  value={color}
                  maxLength={7}
                  onChange={(event) => setColor(event.target.value.toUpperCase())}
                  aria-invalid={colorProblem !== null}
                  aria-describedby={`${form}-hex`}
                  autoComplete="off"
                  spellCheck={false}
                />
              </span>
            </div>
            <span id={`${form}-hex`} className={styles.mistake} role="alert">
              {colorProblem}
            </span>
          </>
        )}
        <label className={styles.check}>
          <input type="checkbox" checked={isHidden} onChange={(event) => setHidden(event.target.checked)} />
          <span>
            Hidden
            <small>Only super-admins can give it; who holds it keeps it, and rules with it go on counting.</small>
          </span>
        </label>
        <div className={styles.preview} role="group" aria-label="Preview">
          <span>Preview</span>
          <BadgeChip name={name.trim() === '' ? 'Name' : name.trim()} color={colored ? color : null} />
        </div>
      </form>
    </Dialog>
  )
}
