import { createStore } from '../state/store.ts'

const open = createStore(false)

/** Whether the list of keys is open. */
export const keyboardList = { use: open.use, open: () => open.set(true), close: () => open.set(false) }

const command = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'

/** What the keys do, as the list shows it. */
export const shortcuts: readonly { keys: string; does: string }[] = [
  { keys: `${command} K`, does: 'Go to a page, a pipeline or a command' },
  { keys: '/', does: 'Search in the nearest list' },
  { keys: `${command} Enter`, does: 'Confirm the open question' },
  { keys: '↑ ↓', does: 'Move the choice in a list' },
  { keys: 'Home End', does: 'First and last row of a table' },
  { keys: '← → ↑ ↓', does: 'On a divider: resize by 10 px, with Shift by 50' },
  { keys: 'F2 Delete', does: 'In a tree: rename or delete the folder' },
  { keys: 'Shift F10', does: 'In a tree: the menu of the row' },
  { keys: `${command} Shift D`, does: 'In a tree: pick up the folder; arrows choose, Enter drops, Esc leaves it' },
  { keys: 'Alt ← → ↑ ↓', does: 'In a data model: move the part out, into the one above, up or down' },
  { keys: `${command} C X V`, does: 'In a data model: copy, cut and paste the part' },
  { keys: 'Insert L', does: 'In a diagram: add a component, connect two ports' },
  { keys: 'F2 Delete', does: 'In a diagram: rename or delete what is selected' },
  { keys: `${command} Enter`, does: 'In a diagram: the settings of the selected component' },
  { keys: `${command} C X V G`, does: 'In a diagram: copy, cut and paste the boxes, group them into a component' },
  { keys: `${command} Z Y`, does: 'In an editor: undo and redo' },
  { keys: 'Esc', does: 'Close what is open' },
  { keys: '?', does: 'This list' },
]

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role=combobox], input:not([type=checkbox]):not([type=radio])'))

/** The search nearest to what has the focus: in the same panel, else the first on the page. */
function nearestSearch(from: Element | null): HTMLElement | null {
  const scope = document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('main')
  for (let at = from; at !== null && scope?.contains(at); at = at.parentElement) {
    const found = at.querySelector<HTMLElement>('input[type=search]')
    if (found !== null) return found
  }
  return scope?.querySelector<HTMLElement>('input[type=search]') ?? null
}

/** Answers '/' and '?' wherever nobody types. */
export function pressShortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return
  if (event.key === '/') {
    const search = nearestSearch(document.activeElement)
    if (search === null) return
    event.preventDefault()
    search.focus()
  } else if (event.key === '?' && document.querySelector('dialog[open]') === null) {
    event.preventDefault()
    keyboardList.open()
  }
}
