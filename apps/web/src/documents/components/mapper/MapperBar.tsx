import type { JsonSchema } from '@millrace/contract'
import type { MappingSettings } from '@millrace/contract/components/mapping.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Bar, Spacer } from '../../../ui/Layout.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import styles from './mapper.module.css'

type Props = {
  settings: MappingSettings
  /** Of the settings of the block. */
  schema: JsonSchema | undefined
  readOnly: boolean
  canMatch: boolean
  /** What the last press did. */
  told: string
  onMatch: () => void
  onChange: (settings: MappingSettings) => void
  onAdd: (path: string) => void
}

/** What concerns the whole mapping, and a further field. */
export function MapperBar({ settings, schema, readOnly, canMatch, told, onMatch, onChange, onAdd }: Props) {
  const [path, setPath] = useState('')
  const id = useId()
  const choices = choicesOf(schema)
  const add = () => {
    onAdd(path.trim())
    setPath('')
  }
  return (
    <Bar>
      {!readOnly && (
        <Button
          disabled={!canMatch}
          title={
            canMatch
              ? 'Join fields of the same name, whatever their case and marks'
              : 'There is no schema to match with'
          }
          onClick={onMatch}
          data-first-focus
        >
          Match by name
        </Button>
      )}
      <label className={styles.setting}>
        <Switch
          aria-label="Keep other fields"
          checked={settings.keepOthers ?? false}
          disabled={readOnly}
          onChange={(keepOthers) => onChange({ ...settings, keepOthers })}
        />
        Keep other fields
      </label>
      <label className={styles.setting}>
        When a value cannot be converted
        <select
          className={styles.choice}
          value={settings.whenWrong ?? choices[0]}
          disabled={readOnly}
          onChange={({ target }) => onChange({ ...settings, whenWrong: target.value })}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {wordsFor[choice] ?? choice}
            </option>
          ))}
        </select>
      </label>
      <span role="status" className="quiet">
        {told}
      </span>
      <Spacer />
      {!readOnly && (
        <form
          className={styles.setting}
          onSubmit={(event) => {
            event.preventDefault()
            if (path.trim() !== '') add()
          }}
        >
          <label htmlFor={id}>Further field</label>
          <input
            id={id}
            className={styles.input}
            value={path}
            placeholder="attributes.color"
            onChange={({ target }) => setPath(target.value)}
          />
          <Button type="submit" disabled={path.trim() === ''}>
            Add
          </Button>
        </form>
      )}
    </Bar>
  )
}

const wordsFor: Record<string, string> = {
  error: 'end the run',
  keep: 'keep it as it is',
  empty: 'leave the field empty',
  'leave out': 'leave the record out',
}

function choicesOf(schema: JsonSchema | undefined): readonly string[] {
  const part = isObject(schema?.properties) ? schema.properties.whenWrong : undefined
  return isObject(part) && Array.isArray(part.enum) ? part.enum.map(String) : []
}
