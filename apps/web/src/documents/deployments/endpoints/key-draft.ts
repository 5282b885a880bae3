import { endOfDay, isDay } from '../../../ui/platform-day.ts'

/** A key as it is typed: a day 'YYYY-MM-DD' and a number, or empty. */
export type KeyDraft = { name: string; expireOn: string; perMinute: string }

export const emptyKey: KeyDraft = { name: '', expireOn: '', perMinute: '' }

/** What is wrong with a key, by field; `now` in ms. */
export function keyMistakes({ name, expireOn, perMinute }: KeyDraft, zone: string, now: number): Partial<KeyDraft> {
  const mistakes: Partial<KeyDraft> = {}
  if (name.trim() === '') mistakes.name = 'Please input name'
  if (expireOn !== '' && !(isDay(expireOn) && Date.parse(endOfDay(expireOn, zone)) > now)) {
    mistakes.expireOn = 'Choose a day from today on'
  }
  if (perMinute !== '' && !/^[1-9]\d{0,6}$/.test(perMinute)) mistakes.perMinute = 'A whole number from 1 on'
  return mistakes
}

/** What the server is sent: a key ends with its day, in the platform zone. */
export const keyBody = ({ name, expireOn, perMinute }: KeyDraft, zone: string) => ({
  name: name.trim(),
  expireAt: expireOn === '' ? null : endOfDay(expireOn, zone),
  perMinute: perMinute === '' ? null : Number(perMinute),
})
