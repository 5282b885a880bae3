import type { JsonSchema } from '@millrace/contract'
import { useMemo } from 'react'
import { JsonForm } from '../../forms/JsonForm.tsx'
import { useFormDefinition } from '../../forms/use-form-definition.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { pickers } from '../pickers/pickers.ts'
import { CodedComponentContext, CodeField } from './CodeField.tsx'
import { formFor } from './component-form.ts'
import { InstanceSettings } from './InstanceSettings.tsx'
import { LinkEndsContext, linkPickers } from './link-pickers.tsx'
import type { ComponentDraft, ComponentEdit } from './model/draft.ts'
import { formEdit } from './model/form-edit.ts'
import type { UsedComponents } from './use-used-components.ts'

type Props = {
  draft: ComponentDraft
  /** Whether instances and links are shown. */
  withInside: boolean
  used: UsedComponents
  /** Where the component lies. */
  folder: string
  /** Whether its list comes in chunks. */
  recordWise: boolean
  readOnly: boolean
  onEdit: (edit: ComponentEdit | null) => void
}

const allPickers = { ...pickers, ...linkPickers, 'component-code': CodeField, 'instance-settings': InstanceSettings }

/** All that a component is made of, as the form of rt-component (CMP-010). */
export function ComponentForm({ draft, withInside, used, folder, recordWise, readOnly, onEdit }: Props) {
  const { schema, error, retry } = useFormDefinition('rt-component')
  const form = useMemo(() => schema && formFor(schema, draft.kind, withInside), [schema, draft.kind, withInside])
  const ends = useMemo(() => ({ draft, portsOf: used.portsOf }), [draft, used.portsOf])
  const coded = useMemo(() => ({ draft, used, folder, recordWise }), [draft, used, folder, recordWise])
  if (error !== null)
    return (
      <Notice>
        {error} <Button onClick={retry}>Retry</Button>
      </Notice>
    )
  if (form === undefined) return <SkeletonRows rows={8} />
  return (
    <LinkEndsContext value={ends}>
      <CodedComponentContext value={coded}>
        <JsonForm
          schema={form as JsonSchema}
          value={draft}
          readOnly={readOnly}
          pickers={allPickers}
          label={`Form of ${draft.name}`}
          onChange={(value) => onEdit(formEdit(draft, value, used.portsOf))}
        />
      </CodedComponentContext>
    </LinkEndsContext>
  )
}
