const focusable = 'input, select, textarea, button, [contenteditable], [tabindex]'

/** Brings the field of a form into sight and gives it the focus; where it is not drawn, the nearest part around it. */
export function focusField(idPrefix: string, pointer: string): void {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const part = document.getElementById(`${idPrefix}${place}`)
    if (part === null) continue
    part.scrollIntoView({ block: 'center' })
    const field = part.matches(focusable) ? part : part.querySelector<HTMLElement>(focusable)
    return field?.focus({ preventScroll: true })
  }
}
