import { schemaIdPrefix } from '@millrace/contract/schemas/references.rule'
import { Link } from '@tanstack/react-router'
import { AttributeField } from './AttributeField.tsx'
import { type Path, pointerOf } from './model/paths.ts'

type Props = {
  value: string
  /** Where the definitions of this schema stand. */
  definitions: readonly Path[]
  references: readonly { address: string; name: string }[]
  onChange: (address: string) => void
}

/** What a reference leads to: a definition of this schema, or another schema by its name and version. */
export function ReferenceField({ value, definitions, references, onChange }: Props) {
  const own = definitions.map((path) => `#${encodeURI(pointerOf(path))}`)
  const known = references.find(({ address }) => address === value)
  const id = value.startsWith(schemaIdPrefix) ? (value.slice(schemaIdPrefix.length).split('#')[0] ?? '') : ''
  return (
    <>
      <label>
        Leads to
        <select
          value={known !== undefined || own.includes(value) ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{value === '' ? 'Choose a schema' : 'Another address'}</option>
          {own.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
          {references.map(({ address, name }) => (
            <option key={address} value={address}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <AttributeField
        onlyWhenLeft
        attribute={{ name: 'Address', kind: 'text' }}
        value={value}
        refuse={(text) => (text === undefined ? 'A reference leads somewhere.' : null)}
        onChange={(text) => onChange(String(text))}
      />
      {id !== '' && (
        <Link to="/manage/schemas" search={{ id } as never}>
          Open {known?.name ?? 'it'}
        </Link>
      )}
    </>
  )
}
