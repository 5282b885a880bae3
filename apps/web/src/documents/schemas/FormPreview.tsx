import type { JsonSchema } from '@millrace/contract'
import { useState } from 'react'
import { JsonForm } from '../../forms/JsonForm.tsx'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import { pickers } from '../pickers/pickers.ts'
import { kindOfSchema } from './model/kinds.ts'
import styles from './schema-editor.module.css'
import { useSchemaStore } from './use-schema-store.ts'

/** The form that the schema makes, live beside the tree, and the value that somebody types into it. */
export function FormPreview({ schema, name }: { schema: JsonSchema; name: string }) {
  const [value, setValue] = useState<unknown>(kindOfSchema(schema) === 'object' ? {} : undefined)
  const store = useSchemaStore(schema)
  return (
    <section className={styles.side} aria-label={`Form of ${name}`}>
      <JsonForm schema={schema} store={store} pickers={pickers} value={value} onChange={setValue} label={name} />
      <p className="quiet">
        Its value: <code>{previewValue(value)}</code>
      </p>
    </section>
  )
}
