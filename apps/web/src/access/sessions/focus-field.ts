/** Puts the cursor into a field with its text selected, so that typing replaces it: select() alone does not focus everywhere. */
export function focusField(field: HTMLInputElement | null | undefined) {
  field?.focus()
  field?.select()
}
