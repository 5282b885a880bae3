import type { Locale } from '@millrace/contract'

/** A locale as it travels; its label is language-country (PIC-009). */
export function presentLocale(row: { id: string; name: string; language: string; country: string }): Locale {
  const { id, name, language, country } = row
  return { _id: id, name, language, country, label: `${language}-${country}` }
}
