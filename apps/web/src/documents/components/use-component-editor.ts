import type { Component } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { type EditedKind, useDocumentEditing } from '../editing/use-document-editing.ts'
import { type ComponentDraft, draftOf, inputOf, type Selection } from './model/draft.ts'

const components: EditedKind<Component, ComponentDraft, Selection> = {
  contentOf: draftOf,
  nothing: [],
  find: (id) => call('GET /components/find', { query: { id } }),
  save: ({ _id, sys_version }, draft) =>
    call('POST /components', { body: { _id, sys_version, ...inputOf(draft) }, told: texts.changedBySomebody }),
  // Links without code have the default code now (CMP-027).
  saved: draftOf,
  savedText: 'Component saved',
  refresh: () => refreshCalls('GET /folders/tree', 'GET /components/find', 'GET /components/list'),
}

/** An open version of a component: its edits, saving, and what others do with it meanwhile. */
export const useComponentEditor = (loaded: Component) => useDocumentEditing(components, loaded)

export type ComponentEditing = ReturnType<typeof useComponentEditor>
