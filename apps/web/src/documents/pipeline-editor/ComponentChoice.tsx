import type { PickerProps } from '../../forms/form-control.ts'
import { ChosenDocument } from '../pickers/ChosenDocument.tsx'
import { useEditedPipeline } from './edited-pipeline.ts'

/** The component a master invokes; its ports become what the pipeline takes and gives (D-106). A country has its master's. */
export function ComponentChoice({ value, onChange: _, type: __, ...props }: PickerProps) {
  const { fetching, chooseComponent } = useEditedPipeline()
  const id = typeof value === 'string' && value !== '' ? value : null
  return (
    <ChosenDocument
      {...props}
      disabled={props.disabled || fetching === 'component'}
      kind="component"
      versionId={id}
      onChoose={chooseComponent}
    />
  )
}
