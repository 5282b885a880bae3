import { isPortName } from '@millrace/contract/components/diagram.rule'
import type { ComponentDraft, ComponentEdit, Element, Selection } from '../model/draft.ts'
import { changeLink, renameInstance, renamePort } from '../model/edits.ts'

/** Something that can be done with what is selected. */
export type Act = {
  name: ActName
  label: string
  /** What does the same by keys, e.g. 'Ctrl C'. */
  keys?: string
  danger?: boolean
  /** Why it cannot be done now, and what to do first; null when it can. */
  refused: string | null
}
export type ActName =
  | 'add'
  | 'connect'
  | 'insert'
  | 'settings'
  | 'rename'
  | 'group'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'remove'
  | 'input'
  | 'output'

/** What can be done with the parts of a diagram, in the order of the toolbar. */
export function actsFor(draft: ComponentDraft, selected: Selection): Act[] {
  const there = selected.filter(({ part, index }) => draft[part][index] !== undefined)
  const boxes = there.filter(({ part }) => part !== 'links')
  const instances = there.filter(({ part }) => part === 'instances')
  const [only] = there.length === 1 ? there : []
  const needs = (isThere: boolean, first: string) => (isThere ? null : first)
  const box = 'Select a box first.'
  return [
    { name: 'add', label: 'Add a component', keys: 'Ins', refused: null },
    { name: 'connect', label: 'Connect two ports', keys: 'L', refused: null },
    {
      name: 'insert',
      label: 'Insert a component on the link',
      refused: needs(only?.part === 'links', 'Select one link first.'),
    },
    { name: 'input', label: 'Add an input', refused: null },
    { name: 'output', label: 'Add an output', refused: null },
    {
      name: 'settings',
      label: 'Settings',
      keys: 'Ctrl Enter',
      refused: needs(only !== undefined && only.part !== 'links', 'Select one component, input or output first.'),
    },
    { name: 'rename', label: 'Rename', keys: 'F2', refused: needs(only !== undefined, 'Select one part first.') },
    {
      name: 'group',
      label: 'Group into a component',
      keys: 'Ctrl G',
      refused: needs(instances.length > 0, 'Select the boxes that are to be one component.'),
    },
    { name: 'copy', label: 'Copy', keys: 'Ctrl C', refused: needs(boxes.length > 0, box) },
    { name: 'cut', label: 'Cut', keys: 'Ctrl X', refused: needs(boxes.length > 0, box) },
    { name: 'paste', label: 'Paste', keys: 'Ctrl V', refused: null },
    {
      name: 'remove',
      label: 'Delete',
      keys: 'Delete',
      danger: true,
      refused: needs(there.length > 0, 'Select what is to be deleted first.'),
    },
  ]
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The act of a key that is pressed on the diagram or its list; copying and pasting have events of their own. */
export function actOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): ActName | null {
  if (altKey || shiftKey) return null
  if (ctrlKey || metaKey) return ({ g: 'group', G: 'group', Enter: 'settings' } as const)[key] ?? null
  const acts = { Delete: 'remove', Backspace: 'remove', F2: 'rename', Insert: 'add', l: 'connect' } as const
  return acts[key as keyof typeof acts] ?? null
}

/** Gives a part another name. @returns why not, in one sentence */
export function renamePart(
  draft: ComponentDraft,
  { part, index }: Element,
  name: string,
): ComponentEdit | string | null {
  if (draft[part].some((other, at) => at !== index && other.name === name)) return `There is another ${name} already.`
  if (part === 'links') return draft.links[index]?.name === name ? null : changeLink(draft, index, { name })
  if (part === 'instances') return renameInstance(draft, index, name)
  if (!isPortName(name)) return 'A port is named with letters, digits and _, and begins with a letter.'
  return renamePort(draft, part, index, name)
}
