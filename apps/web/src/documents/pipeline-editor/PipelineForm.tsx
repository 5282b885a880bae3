import type { JsonSchema } from '@millrace/contract'
import { useMemo } from 'react'
import { JsonForm } from '../../forms/JsonForm.tsx'
import { useFormDefinition } from '../../forms/use-form-definition.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { EditedPipelineContext } from './edited-pipeline.ts'
import { formEdit } from './model/edits.ts'
import { type Inheritance, markInherited } from './model/inheritance.ts'
import { pipelinePickers } from './pipeline-pickers.ts'
import type { PipelineEditing } from './use-pipeline-editor.ts'

type Props = {
  editing: PipelineEditing
  /** What is its master's; null where nothing is, or it is not known. */
  inheritance: Inheritance | null
  /** The field to be brought into sight and given the focus; each new object once. */
  shown: { pointer: string } | null
}

/** All that a pipeline is made of, as the form of rt-pipeline (PIP-008). */
export function PipelineForm({ editing, inheritance, shown }: Props) {
  const { base, value: draft, readOnly, fetching, chooseMaster, chooseComponent } = editing
  const { schema, error, retry } = useFormDefinition('rt-pipeline')
  const edited = { base, draft, fetching, chooseMaster, chooseComponent }
  const marked = useMarkedForm(schema, inheritance)
  if (error !== null)
    return (
      <Notice>
        {error} <Button onClick={retry}>Retry</Button>
      </Notice>
    )
  if (marked === undefined) return <SkeletonRows rows={8} />
  return (
    <EditedPipelineContext value={edited}>
      <JsonForm
        schema={marked}
        value={draft}
        readOnly={readOnly}
        pickers={pipelinePickers}
        shown={shown}
        label={`Form of ${base.name}`}
        onChange={(value) => editing.apply(formEdit(draft, value))}
      />
    </EditedPipelineContext>
  )
}

/** The form with the marks of what is inherited; the same one as long as they say the same. */
function useMarkedForm(schema: JsonSchema | undefined, inheritance: Inheritance | null): JsonSchema | undefined {
  const marked = schema && markInherited(schema, inheritance)
  const text = JSON.stringify(marked)
  // oxlint-disable-next-line react/exhaustive-deps -- the text tells whether it is the same
  return useMemo(() => marked, [text])
}
