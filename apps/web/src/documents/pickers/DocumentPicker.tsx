import type { DocKind } from '@millrace/contract'
import type { PickerWidget } from '../../forms/form-control.ts'
import { ChosenDocument } from './ChosenDocument.tsx'

/** A picker of a version of a document, kept by its id. */
export const createDocumentPicker = (kind: DocKind): PickerWidget =>
  function DocumentPicker({ value, onChange, ...props }) {
    const id = typeof value === 'string' && value !== '' ? value : null
    return <ChosenDocument {...props} kind={kind} versionId={id} onChoose={(next) => onChange(next ?? undefined)} />
  }
