const controls = ['a[href]', 'button:enabled', 'input:enabled', 'select:enabled', 'textarea:enabled', '[tabindex="0"]']
const stops = controls.map((control) => `${control}:not([tabindex="-1"])`).join(', ')

/**
 * Remembers where the focus is, before a dialog takes it.
 * @returns gives it back: to the same element, or, where that is gone by now as the row that was deleted, to what Tab
 * comes to first of what was around it on the page, so that the keys go on there and not at the top
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  const around: Element[] = []
  const page = document.querySelector('main') ?? document.body
  for (let at = before?.parentElement; at && !at.contains(page); at = at.parentElement) around.push(at)
  return () => {
    if (!(before instanceof HTMLElement)) return
    if (before.isConnected) return before.focus()
    // Another page is there, and has taken it.
    if (document.activeElement !== document.body) return
    const left = around.filter(({ isConnected }) => isConnected)
    left.reduce<HTMLElement | null>((found, part) => found ?? part.querySelector<HTMLElement>(stops), null)?.focus()
  }
}
