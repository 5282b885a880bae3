import { Segmented } from 'antd'
import { useState } from 'react'
import { formExamples } from '../forms/forms.examples.ts'
import type { PickerWidget } from '../forms/form-control.ts'
import { JsonForm } from '../forms/JsonForm.tsx'
import { Panel } from '../ui/Page.tsx'
import styles from './gallery.module.css'

const looks = Object.keys(formExamples)

/** Forms drawn from schemas, one example at a time. */
export function GalleryForms({ first = 'widgets' }: { first?: string }) {
  const [look, setLook] = useState(looks.includes(first) ? first : 'widgets')
  return (
    <Panel
      title="Forms"
      actions={<Segmented size="small" options={looks} value={look} onChange={(value) => setLook(value)} />}
    >
      <div className={styles.form}>
        <OneForm key={look} look={look} />
      </div>
    </Panel>
  )
}

const Brand: PickerWidget = ({ id, value, onChange, disabled, ...aria }) => (
  <select
    id={id}
    value={typeof value === 'string' ? value : ''}
    disabled={disabled}
    aria-label={aria['aria-label']}
    aria-describedby={aria['aria-describedby']}
    onChange={({ target }) => onChange(target.value)}
  >
    <option>Northwind</option>
    <option>Contoso</option>
  </select>
)
const pickers = { 'brand-picker': Brand }

function OneForm({ look }: { look: string }) {
  const { value: first, ...example } = formExamples[look] ?? { schema: {}, value: undefined }
  const [value, setValue] = useState(first)
  return <JsonForm {...example} value={value} onChange={setValue} pickers={pickers} label={look} />
}
