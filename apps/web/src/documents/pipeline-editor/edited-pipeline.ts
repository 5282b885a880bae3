import type { Pipeline } from '@millrace/contract'
import { createContext, use } from 'react'
import type { FormIssue } from '../../forms/fault-store.ts'
import type { PipelineDraft } from './model/draft.ts'

/** The pipeline around a field of the form: fields of sources and sinks read their surroundings from it. */
export type EditedPipeline = {
  /** As it was loaded or saved. */
  base: Pipeline
  /** As it is being edited. */
  draft: PipelineDraft
  /** What was chosen and is being asked for. */
  fetching: 'master' | 'component' | null
  chooseMaster: (id: string | null) => void
  chooseComponent: (id: string | null) => void
  /** Tells at the fields of a part of the form what a check of it found; none takes it back. */
  tell: (part: string, issues: readonly FormIssue[]) => void
  /** Brings a field into sight and gives it the focus. */
  show: (pointer: string) => void
}

export const EditedPipelineContext = createContext<EditedPipeline | null>(null)

export function useEditedPipeline(): EditedPipeline {
  const edited = use(EditedPipelineContext)
  if (edited === null) throw new Error('A field of a pipeline stands outside of its form')
  return edited
}
