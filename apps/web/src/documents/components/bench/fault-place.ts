import type { ExecutionFault } from '@millrace/contract'
import type { ComponentDraft, Element } from '../model/draft.ts'

/** Where the code that failed stands: what to ring in the diagram, and the code field that has the line. */
export type FaultPlace = {
  element: Element | null
  /** Pointer of the code in the form; null for code of another component. */
  pointer: string | null
  /** Component of the instance in which it failed. */
  instanceOf: string | null
}

const nowhere: FaultPlace = { element: null, pointer: null, instanceOf: null }

/** @param component the name that the saved component has */
export function placeOfFault(
  fault: ExecutionFault,
  component: string,
  draft: Pick<ComponentDraft, 'links' | 'instances'>,
): FaultPlace {
  const link = draft.links.findIndex(({ name }) => fault.source === `link '${name}' of ${component}`)
  if (link >= 0) return { element: { part: 'links', index: link }, pointer: `/links/${link}/jsCode`, instanceOf: null }
  if (fault.component === component) return { ...nowhere, pointer: '/jsCode' }
  const inside = `${component} / `
  if (fault.component === null || !fault.component.startsWith(inside)) return nowhere
  const path = fault.component.slice(inside.length)
  const index = draft.instances.findIndex(({ name }) => path === name || path.startsWith(`${name} / `))
  const instance = draft.instances[index]
  if (instance === undefined) return nowhere
  return { element: { part: 'instances', index }, pointer: null, instanceOf: instance.instanceOf }
}

/** 'overlay, line 3, record 2': the place without the component that is open. */
export function wordsOfPlace(fault: ExecutionFault, component: string): string {
  const { line, record, items } = fault
  const path = fault.component?.startsWith(`${component} / `) ? fault.component.slice(component.length + 3) : null
  const isLink = fault.source?.startsWith('link ') === true
  const parts = [
    isLink ? fault.source : path,
    line === null ? null : `line ${line}`,
    record === null ? null : `record ${record}`,
    ...items.map((item) => `item ${item}`),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
