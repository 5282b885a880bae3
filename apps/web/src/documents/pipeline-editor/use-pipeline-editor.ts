import type { Pipeline } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { whyNotSaved } from '@millrace/contract/pipelines/missing.rule'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { type EditedKind, useDocumentEditing } from '../editing/use-document-editing.ts'
import { draftOf, inputOf, type PipelineDraft } from './model/draft.ts'
import { chooseComponent, chooseMaster, clearMaster } from './model/edits.ts'

const pipelines: EditedKind<Pipeline, PipelineDraft, null> = {
  contentOf: draftOf,
  nothing: null,
  find: (id) => call('GET /pipelines/id', { query: { id } }),
  check: ({ _id }, draft) => whyNotSaved({ ...draft, _id }),
  save: ({ _id, sys_version }, draft) =>
    call('POST /pipelines', { body: { _id, sys_version, ...inputOf(draft) }, told: texts.changedBySomebody }),
  // A country has what its master says now.
  saved: draftOf,
  savedText: 'Pipeline saved',
  refresh: () =>
    refreshCalls(
      'GET /folders/tree',
      'GET /pipelines/id',
      'GET /pipelines/masters',
      'GET /pipelines',
      'GET /users/pipelines',
    ),
}

/** An open version of a pipeline: its edits, saving, and what others do with it meanwhile. */
export function usePipelineEditor(loaded: Pipeline) {
  const editing = useDocumentEditing(pipelines, loaded)
  const { value, apply } = editing
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const [fetching, setFetching] = useState<'master' | 'component' | null>(null)
  /** Asks for what was chosen and makes it one edit; a failure is told by the call and changes nothing. */
  const choose = async <Found>(
    what: 'master' | 'component',
    ask: () => Promise<Found>,
    then: (found: Found) => void,
  ) => {
    setFetching(what)
    const found = await ask().catch(() => null)
    setFetching(null)
    if (found !== null) then(found)
  }
  return {
    ...editing,
    /** What is being asked for after it was chosen. */
    fetching,
    /** A version of a master, or none (PIP-014, PIP-015). */
    chooseMaster: (id: string | null) =>
      id === null
        ? apply(clearMaster(latest.current))
        : void choose(
            'master',
            () => call('GET /pipelines/id', { query: { id } }),
            (master) => apply(chooseMaster(latest.current, master)),
          ),
    chooseComponent: (id: string | null) =>
      id === null
        ? apply(chooseComponent(latest.current, null))
        : void choose(
            'component',
            () => call('GET /components/find', { query: { id } }),
            (component) => apply(chooseComponent(latest.current, component)),
          ),
  }
}

export type PipelineEditing = ReturnType<typeof usePipelineEditor>
