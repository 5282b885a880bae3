/**
 * What a terminal obeys instead of showing it, or what changes the place or direction of other text: C0 and C1 controls,
 * line and paragraph separators, marks of writing direction, halves of letters.
 */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text from elsewhere as one line of plain characters: '\n' and '\u001b' stand where a control character was (S10). */
export const toOneLine = (text: string): string =>
  text.replace(controls, (control) => named[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON text with every control character inside its texts escaped; its own line breaks and indents stay. */
export const toPlainJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[^\n]+/g, toOneLine)
