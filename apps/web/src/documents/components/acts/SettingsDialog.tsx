import type { Component, ComponentInstance, JsonSchema } from '@millrace/contract'
import { isSameText } from '@millrace/contract/documents/merge/same-text'
import { useState } from 'react'
import { JsonForm } from '../../../forms/JsonForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirmClose } from '../../../ui/confirm-close.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { pickers } from '../../pickers/pickers.ts'
import { useSchemaStore } from '../../schemas/use-schema-store.ts'
import type { ComponentDraft } from '../model/draft.ts'
import styles from './acts.module.css'

type Props = {
  draft: ComponentDraft
  instance: ComponentInstance
  /** What the instance stands for; undefined for one that this person does not see. */
  component: Component | undefined
  readOnly: boolean
  onApply: (values: Readonly<Record<string, unknown>>) => void
  onClose: () => void
}

/**
 * What an instance always gets: its settings, and constants for ports that no link leads to, as forms of their schemas
 * (CMP-002).
 */
export function SettingsDialog({ draft, instance, component, readOnly, onApply, onClose }: Props) {
  const [first] = useState<Readonly<Record<string, unknown>>>(instance.values ?? {})
  const [values, setValues] = useState(first)
  const isChanged = !isSameText(values, first)
  const isLinked = (port: string) =>
    draft.links.some((link) => link.toInstance === instance.name && link.toPort === port)
  const ports = (component?.inputs ?? []).filter(({ name }) => name in values || !isLinked(name))
  const store = useSchemaStore(ports.map(({ inputSchema }) => inputSchema))
  const close = () => confirmClose(isChanged && !readOnly, onClose)
  const set = (port: string, value: unknown) =>
    setValues((before) => {
      const { [port]: _, ...others } = before
      return value === undefined ? others : { ...others, [port]: value }
    })
  return (
    <Dialog
      title={`Settings of ${instance.name}`}
      width={75}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button
              tone="primary"
              onClick={() => {
                onApply(values)
                onClose()
              }}
            >
              Ok
            </Button>
          )}
        </>
      }
    >
      {component !== undefined && <p>{component.description}</p>}
      {component === undefined && (
        <EmptyState text="You do not have access to this component, or it no longer exists." />
      )}
      {component !== undefined && ports.length === 0 && (
        <EmptyState text="A link leads to each of its inputs: there is nothing to set." />
      )}
      {ports.map(({ name, inputSchema }) => (
        <section key={name} className={styles.constant} aria-label={name}>
          <h3>
            {name === 'settings' ? 'Settings' : `Constant for ${name}`}
            {!readOnly && name in values && name !== 'settings' && (
              <Button tone="link" onClick={() => set(name, undefined)}>
                No constant
              </Button>
            )}
          </h3>
          {name in values || name === 'settings' ? (
            <JsonForm
              schema={untitled(inputSchema)}
              store={store}
              value={values[name]}
              readOnly={readOnly}
              pickers={pickers}
              label={name}
              idPrefix={`set-${name}`}
              onChange={(value) => set(name, value)}
            />
          ) : (
            <p className="note">
              No link leads here.{' '}
              {!readOnly && (
                <Button tone="link" onClick={() => set(name, startOf(inputSchema))}>
                  Set a constant
                </Button>
              )}
            </p>
          )}
        </section>
      ))}
    </Dialog>
  )
}

/** The heading says it already. */
const untitled = ({ title: _, ...schema }: JsonSchema): JsonSchema => schema

/** A first value of the type that the port takes. */
function startOf({ type, default: given }: JsonSchema): unknown {
  if (given !== undefined) return given
  const starts: Record<string, unknown> = { array: [], object: {}, number: 0, integer: 0, boolean: false }
  return typeof type === 'string' && type in starts ? starts[type] : ''
}
