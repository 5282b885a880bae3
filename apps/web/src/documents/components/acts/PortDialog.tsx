import type { JsonSchema } from '@millrace/contract'
import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { SchemaPicker } from '../../pickers/SchemaPicker.tsx'
import type { ComponentDraft, ComponentEdit } from '../model/draft.ts'
import { type Side, setPortSchema } from '../model/edits.ts'

type Props = {
  draft: ComponentDraft
  side: Side
  index: number
  onEdit: (edit: ComponentEdit | null) => void
  onClose: () => void
}

/** What goes through an own input or output of the component: a record of a data model, or a list of them. */
export function PortDialog({ draft, side, index, onEdit, onClose }: Props) {
  const id = useId()
  const port = draft[side][index]
  const [schema, setSchema] = useState<JsonSchema>(() => (port === undefined ? {} : schemaOf(port)))
  const word = side === 'inputs' ? 'input' : 'output'
  const inForEach =
    draft.kind === 'forEach' && (side === 'outputs' || index === 0)
      ? 'It is a list here; inside, one entry of it goes through.'
      : undefined
  return (
    <Dialog
      title={`Data model of the ${word} ${port?.name ?? ''}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            onClick={() => {
              onEdit(setPortSchema(draft, side, index, schema))
              onClose()
            }}
          >
            Ok
          </Button>
        </>
      }
    >
      <Field id={id} label="Data model" hint={inForEach}>
        <SchemaPicker
          id={id}
          pointer=""
          type="object"
          value={schema}
          disabled={false}
          readOnly={false}
          placeholder="Anything"
          onChange={(value) => setSchema((value as JsonSchema | undefined) ?? {})}
        />
      </Field>
    </Dialog>
  )
}

const schemaOf = (port: object): JsonSchema =>
  ('inputSchema' in port ? port.inputSchema : (port as { outputSchema?: unknown }).outputSchema) as JsonSchema
