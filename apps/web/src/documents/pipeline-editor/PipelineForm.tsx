import { Suspense, use, useEffect, useMemo } from 'react'
import type { JsonSchema } from '@millrace/contract'
import { JsonForm } from '../../forms/JsonForm.tsx'
import { useFormDefinition } from '../../forms/use-form-definition.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { EditedPipelineContext } from './edited-pipeline.ts'
import { formEdit } from './model/edits.ts'
import { formPointer, goBack, type Inheritance, marksOf } from './model/inheritance.ts'
import { loadPipelinePanels } from './pipeline-panels.ts'
import { pipelinePickers } from './pipeline-pickers.ts'
import type { PipelineEditing } from './use-pipeline-editor.ts'
import { useToldIssues } from './use-told-issues.ts'

type Props = {
  editing: PipelineEditing
  /** What is its master's; null where nothing is, or it is not known. */
  inheritance: Inheritance | null
  /** What stands above or in the form is still being asked for: it is shown at once, and nothing in it moves after. */
  loading: boolean
  /** The field to be brought into sight and given the focus; each new object once. */
  shown: { pointer: string } | null
  onShow: (pointer: string) => void
}

/** All that a pipeline is made of, as the form of rt-pipeline (PIP-008). */
export function PipelineForm({ loading, ...form }: Props) {
  const { schema, error, retry } = useFormDefinition('rt-pipeline')
  // Asked for beside the rest, not after it; that it failed is told by who uses it.
  useEffect(() => void loadPipelinePanels().catch(() => undefined), [])
  if (error !== null)
    return (
      <Notice>
        {error} <Button onClick={retry}>Retry</Button>
      </Notice>
    )
  if (schema === undefined || loading) return <SkeletonRows rows={8} />
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <LoadedForm {...form} schema={schema} />
    </Suspense>
  )
}

type LoadedProps = Omit<Props, 'loading'> & { schema: JsonSchema }

function LoadedForm({ schema, editing, inheritance, shown, onShow }: LoadedProps) {
  const { base, value: draft, readOnly, fetching, chooseMaster, chooseComponent } = editing
  const panels = use(loadPipelinePanels())
  const { tell, issues } = useToldIssues()
  const marks = useMemo(() => (inheritance === null ? undefined : marksOf(draft, inheritance)), [draft, inheritance])
  const goBackAt = (pointer: string) => {
    const field = inheritance?.fields.find((one) => formPointer(draft, one.pointer) === pointer)
    if (inheritance !== null && field !== undefined) editing.apply(goBack(draft, inheritance, [field]))
  }
  return (
    <EditedPipelineContext value={{ base, draft, fetching, chooseMaster, chooseComponent, tell, show: onShow }}>
      <JsonForm
        schema={schema}
        value={draft}
        readOnly={readOnly}
        pickers={pipelinePickers}
        panels={panels}
        {...(marks === undefined ? {} : { marks })}
        onMark={goBackAt}
        issues={issues}
        shown={shown}
        label={`Form of ${base.name}`}
        onChange={(value) => editing.apply(formEdit(draft, value))}
      />
    </EditedPipelineContext>
  )
}
