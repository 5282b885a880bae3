import type { Component, ComponentInput, ComponentLink } from '@millrace/contract'
import type { DiagramElement } from '@millrace/contract/components/diagram.rule'
import type { DocumentEdit } from '../../editing/history.ts'

/** A link as its author writes it: the schemas of its ends come from its ports (CMP-028). */
export type DraftLink = Omit<ComponentLink, 'inputSchema' | 'outputSchema'>

/** What is edited of a component: all that its author writes. */
export type ComponentDraft = Pick<
  Component,
  | 'name'
  | 'description'
  | 'kind'
  | 'testPayload'
  | 'testContext'
  | 'inputs'
  | 'outputs'
  | 'instances'
  | 'jsCode'
  | 'isDB'
  | 'isIO'
> & { links: readonly DraftLink[] }

/** Something that is drawn; `inputs` and `outputs` are the component's own ports. */
export type Element = DiagramElement
/** What is to be brought into sight; each new object once. */
export type ShownElement = { element: Element }
export type Selection = readonly Element[]
export type ComponentEdit = DocumentEdit<ComponentDraft, Selection>

/** What is edited of a component that was loaded or saved. */
export function draftOf(component: Component): ComponentDraft {
  const { name, description, kind, inputs, outputs, instances, jsCode, isDB, isIO } = component
  const { testPayload, testContext } = component
  const links = component.links.map(({ inputSchema: _, outputSchema: __, ...link }) => link)
  return { name, kind, description, isDB, isIO, inputs, outputs, instances, links, jsCode, testPayload, testContext }
}

/** The draft as POST /components takes it. */
export const inputOf = (draft: ComponentDraft): ComponentInput => ({ ...draft, links: [...draft.links] })

/** Whether components of this kind hold instances and links; the others are leaves that hold code. */
export const hasInside = (kind: Component['kind']): boolean => kind === 'workflow' || kind === 'forEach'
