import type { ConnectionType } from '@millrace/contract'
import { databaseDialects, type Encryption } from '@millrace/contract/connections/database-address.rule'
import { type ClipboardEvent, type HTMLInputTypeAttribute, useId } from 'react'
import { Field } from '../../ui/Field.tsx'
import {
  type ConnectionDraft,
  type ConnectionMistakes,
  type ConnectionPart,
  defaultPort,
  readPasted,
} from './connection-draft.ts'
import styles from './connections.module.css'

type Props = {
  draft: ConnectionDraft
  mistakes: ConnectionMistakes
  /** A password is stored and kept while the field is empty. */
  keepsPassword: boolean
  onChange: (part: Partial<ConnectionDraft>) => void
}

type TextPart = 'name' | 'host' | 'port' | 'user' | 'password' | 'database'
type Text = { label: string; hint?: string; required?: boolean; type?: HTMLInputTypeAttribute; placeholder?: string }

const types = Object.entries(databaseDialects) as [ConnectionType, (typeof databaseDialects)[ConnectionType]][]
const encryptions: Record<Encryption, string> = {
  off: 'None',
  checked: 'Encrypted, certificate checked',
  unchecked: 'Encrypted, certificate not checked',
}

/** The parts of a connection, each with what is wrong with it below. A pasted connection string fills them all. */
export function ConnectionFields({ draft, mistakes, keepsPassword, onChange }: Props) {
  const id = useId()
  const described = (part: ConnectionPart) => ({
    'data-field': part,
    'aria-invalid': mistakes[part] !== undefined,
    'aria-describedby': `${id}-${part}-mistake`,
  })
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const parts = readPasted(event.clipboardData.getData('text'))
    if (parts === null) return
    event.preventDefault()
    onChange(parts)
  }
  const text = (part: TextPart, { label, hint, required = false, type = 'text', placeholder }: Text) => (
    <Field id={`${id}-${part}`} label={label} required={required} mistake={mistakes[part]} hint={hint}>
      <input
        id={`${id}-${part}`}
        type={type}
        className={styles.input}
        value={draft[part]}
        required={required}
        placeholder={placeholder}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        spellCheck={false}
        {...(part === 'name' && { 'data-first-focus': true })}
        {...(part === 'host' && { onPaste: paste })}
        {...described(part)}
        onChange={(event) => onChange({ [part]: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      <div className={styles.pair}>
        {text('name', { label: 'Property name', required: true, hint: 'Component code calls the connection by it' })}
        <Field id={`${id}-type`} label="Database type" mistake={mistakes.type}>
          <select
            id={`${id}-type`}
            className={styles.input}
            value={draft.type}
            {...described('type')}
            onChange={({ target }) => onChange(otherType(draft, target.value as ConnectionType))}
          >
            {types.map(([type, { label }]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <div className={styles.pair}>
        {text('host', { label: 'Host', required: true, hint: 'Or paste a whole connection string here' })}
        {text('port', { label: 'Port', required: true })}
      </div>
      <div className={styles.pair}>
        {text('database', { label: 'Database', required: draft.type === 'postgresql' })}
        {draft.type === 'postgresql' && (
          <Field
            id={`${id}-options`}
            label="Schema"
            mistake={mistakes.options}
            hint="Where tables are looked for first"
          >
            <input
              id={`${id}-options`}
              className={styles.input}
              value={draft.schema}
              autoComplete="off"
              spellCheck={false}
              {...described('options')}
              onChange={(event) => onChange({ schema: event.target.value })}
            />
          </Field>
        )}
      </div>
      <div className={styles.halves}>
        {text('user', { label: 'User', required: true, hint: 'An account with rights on this database alone' })}
        {text('password', {
          label: 'Password',
          type: 'password',
          placeholder: keepsPassword ? 'Kept as it is stored' : '',
          hint: 'It is stored encrypted and shown to nobody',
        })}
      </div>
      <Field id={`${id}-tls`} label="Encryption" mistake={mistakes.tls}>
        <select
          id={`${id}-tls`}
          className={styles.input}
          value={draft.tls}
          {...described('tls')}
          onChange={({ target }) => onChange({ tls: target.value as Encryption })}
        >
          {Object.entries(encryptions).map(([tls, label]) => (
            <option key={tls} value={tls}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {draft.tls === 'checked' && (
        <Field
          id={`${id}-ca`}
          label="Certificate authority"
          hint="PEM text of who signed the server's certificate; empty for those that every computer knows"
        >
          <textarea
            id={`${id}-ca`}
            className={styles.authority}
            rows={3}
            value={draft.ca}
            spellCheck={false}
            aria-describedby={`${id}-ca-mistake`}
            onChange={(event) => onChange({ ca: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

/** Another type brings its usual port where nobody typed one. */
function otherType(draft: ConnectionDraft, type: ConnectionType): Partial<ConnectionDraft> {
  return { type, ...(draft.port === defaultPort(draft.type) && { port: defaultPort(type) }) }
}
