/** '{brand} {name}' as texts and readers of fields, in turn. */
export function templateParts(template) {
  return template.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? part : fieldReader(part)))
}

/** The text of a template: where a field is empty, the space beside it goes too; all empty gives nothing. */
export function filledTemplate(parts, record, blank) {
  let full = 0
  let gaps = 0
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else {
      const value = part(record)
      if (blank(value)) gaps++
      else full++
      text += blank(value) ? '' : textOf(value)
    }
  }
  if (gaps === 0) return text
  return full === 0 ? undefined : text.replace(/ {2,}/g, ' ').trim()
}
