import type { Locator } from 'playwright-core'

const tabsAtOnce = 8
const maxTabs = 200

/**
 * Holds Tab until the target, or what it contains, has the focus. Several steps are taken before the page is asked where
 * the focus is; those too many end at the target.
 * @throws Error where 200 steps do not lead there
 */
export async function tabTo(target: Locator): Promise<void> {
  const { keyboard } = target.page()
  await target.waitFor()
  for (let steps = 0; steps < maxTabs; steps += tabsAtOnce) {
    const at = await target.evaluate(stopTabsThere)
    if (at === 'target') return
    // Tab indents in code; after Escape it leads on.
    if (at === 'code') await keyboard.press('Escape')
    for (let step = 0; step < tabsAtOnce; step++) await keyboard.down('Tab')
    await keyboard.up('Tab')
  }
  throw new Error('Tab does not lead there')
}

/** In the page: says where the focus is, and lets the Tabs to come do nothing once it is at the target or comes into code. */
function stopTabsThere(target: Element): 'target' | 'code' | 'elsewhere' {
  const place = () => {
    const { activeElement } = document
    if (target.contains(activeElement)) return 'target'
    return activeElement?.closest('.cm-editor') ? 'code' : 'elsewhere'
  }
  const started = document.activeElement
  const stop = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || document.activeElement === started || place() === 'elsewhere') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    window.removeEventListener('keydown', stop, true)
    window.removeEventListener('keyup', leave, true)
  }
  const at = place()
  if (at === 'target') return at
  window.addEventListener('keydown', stop, true)
  window.addEventListener('keyup', leave, true)
  return at
}
