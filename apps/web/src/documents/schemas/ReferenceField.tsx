import { schemaIdPrefix } from '@millrace/contract/schemas/references.rule'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { AttributeField } from './AttributeField.tsx'
import { type Path, pointerOf } from './model/paths.ts'
import styles from './schema-editor.module.css'
import type { AddressWords } from './use-address-words.ts'

// The tree comes with the first dialog.
const DocumentPickDialog = lazy(async () => ({
  default: (await import('../pickers/DocumentPickDialog.tsx')).DocumentPickDialog,
}))

type Props = {
  value: string
  /** Where the definitions of this schema stand. */
  definitions: readonly Path[]
  describe: AddressWords
  onChange: (address: string) => void
}

/** What a reference leads to: a definition of this schema, or another schema by its name and version. */
export function ReferenceField({ value, definitions, describe, onChange }: Props) {
  const [choosing, setChoosing] = useState(false)
  const own = definitions.map((path) => `#${encodeURI(pointerOf(path))}`)
  const id = value.startsWith(schemaIdPrefix) ? (value.slice(schemaIdPrefix.length).split('#')[0] ?? '') : ''
  return (
    <>
      <p className={styles.field}>
        Leads to{' '}
        {id === '' ? (
          <span>{value === '' ? 'nothing yet' : describe(value)}</span>
        ) : (
          <Link to="/manage/schemas" search={{ id } as never}>
            {describe(value)}
          </Link>
        )}
      </p>
      <Button className={styles.part} onClick={() => setChoosing(true)}>
        Choose a data model
      </Button>
      {own.length > 0 && (
        <label className={styles.field}>
          Definition of this schema
          <select value={own.includes(value) ? value : ''} onChange={(event) => onChange(event.target.value)}>
            {!own.includes(value) && <option value="">Choose a definition</option>}
            {own.map((address) => (
              <option key={address} value={address}>
                {address}
              </option>
            ))}
          </select>
        </label>
      )}
      <AttributeField
        onlyWhenLeft
        attribute={{ name: 'Address', kind: 'text' }}
        value={value}
        refuse={(text) => (text === undefined ? 'A reference leads somewhere.' : null)}
        onChange={(text) => onChange(String(text))}
      />
      {choosing && (
        <Suspense>
          <DocumentPickDialog
            kind="schema"
            versionId={id === '' ? null : id}
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              setChoosing(false)
              onChange(schemaIdPrefix + chosen)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
