/** Puts text on the clipboard; answers whether it could. The old way serves pages that do not come over https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch (error) {
    console.error('the clipboard refused', error)
  }
  return copyTheOldWay(text)
}

/** The field stands in the dialog that is open: everything else is inert then, and copies nothing without saying so. */
function copyTheOldWay(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  place.append(area)
  area.focus()
  area.select()
  const done = document.activeElement === area && document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
