import type { DocKind } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import type { PickerProps } from '../../forms/form-control.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './pickers.module.css'
import { useVersionTitle } from './use-version-title.ts'

// The tree comes with the first dialog.
const DocumentPickDialog = lazy(async () => ({
  default: (await import('./DocumentPickDialog.tsx')).DocumentPickDialog,
}))

type Props = Omit<PickerProps, 'value' | 'onChange' | 'type'> & {
  kind: DocKind
  versionId: string | null
  /** What is said instead of a version, for a value that is none. */
  text?: string | undefined
  onChoose: (versionId: string | null) => void
}

/** The version chosen, by folders, name and number, with what chooses another or none. */
export function ChosenDocument({
  kind,
  versionId,
  text,
  onChoose,
  disabled,
  readOnly,
  placeholder,
  pointer: _,
  ...rest
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useVersionTitle(kind, versionId)
  const isFree = !disabled && !readOnly
  const shown = text ?? title ?? ''
  return (
    <div className={styles.chosen}>
      <input
        {...rest}
        className={styles.text}
        readOnly
        disabled={disabled}
        placeholder={placeholder}
        title={shown}
        value={shown}
      />
      {isFree && <Button onClick={() => setIsOpen(true)}>Choose</Button>}
      {isFree && shown !== '' && (
        <Button tone="link" onClick={() => onChoose(null)}>
          Clear
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <DocumentPickDialog
            kind={kind}
            versionId={versionId}
            onChoose={(id) => {
              setIsOpen(false)
              onChoose(id)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
