import type { JsonSchema } from '@millrace/contract'
import { useState } from 'react'
import { JsonForm } from '../../../forms/JsonForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { pickers } from '../../pickers/pickers.ts'
import { useSchemaStore } from '../use-schema-store.ts'

type Props = {
  /** Names of the property whose value it is, and of the schema. */
  property: string
  name: string
  schema: JsonSchema
  value: unknown
  onApply: (value: unknown) => void
  onClose: () => void
}

/** A value edited in the form of its schema (SCH-012); its close icon asks before it closes (SCH-013). */
export function ValueDialog({ property, name, schema, value: first, onApply, onClose }: Props) {
  const [value, setValue] = useState<unknown>(first)
  const store = useSchemaStore(schema)
  const quit = async () => {
    if (await confirm('Quit ?')) onClose()
  }
  return (
    <Dialog
      title={`Property ${property} / Schema ${name}`}
      width={75}
      hasCloseIcon
      onCancel={() => void quit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={value === first} onClick={() => onApply(value)}>
            Ok
          </Button>
        </>
      }
    >
      <JsonForm schema={schema} store={store} pickers={pickers} value={value} onChange={setValue} label={property} />
    </Dialog>
  )
}
