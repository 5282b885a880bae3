import { schemaIdPrefix } from '@millrace/contract/schemas/references.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import type { PickerProps } from '../../forms/form-control.ts'
import { ChosenDocument } from './ChosenDocument.tsx'
import styles from './pickers.module.css'
import { readReference, writeReference } from './schema-reference.ts'

/** A version of a data model, kept as a reference to it, or to a list of it; as a text, by its address. */
export function SchemaPicker({ value, type, onChange, ...props }: PickerProps) {
  const { address, isList } = readReference(value) ?? { address: '', isList: false }
  const versionId = address.startsWith(schemaIdPrefix) ? address.slice(schemaIdPrefix.length) : null
  const isNone = value === undefined || value === null || value === '' || isEmptyObject(value)
  const put = (next: string, list: boolean) => onChange(type === 'string' ? next : writeReference(next, list))
  return (
    <div>
      <ChosenDocument
        {...props}
        kind="schema"
        versionId={versionId}
        text={isNone || versionId !== null ? undefined : wordsOf(address, value)}
        onChoose={(id) => (id === null ? onChange(undefined) : put(`${schemaIdPrefix}${id}`, isList))}
      />
      {type !== 'string' && address !== '' && (
        <label className={styles.list}>
          <input
            type="checkbox"
            checked={isList}
            disabled={props.disabled || props.readOnly}
            onChange={({ target }) => put(address, target.checked)}
          />
          A list of it
        </label>
      )}
    </div>
  )
}

/** A new entry of a list holds an empty schema until one is chosen. */
const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

const wordsOf = (address: string, value: unknown): string =>
  address === '' ? `A schema of its own: ${previewValue(value)}` : decodeAddress(address)

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
