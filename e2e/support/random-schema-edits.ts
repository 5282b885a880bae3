import type { Page } from 'playwright-core'
import { fieldsOf } from './merge-oracle.ts'

/** Numbers of a seed, each below what is asked for. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Fields that a schema has about; with fewer, more are added than removed. */
const fewFields = 5

/**
 * Makes one edit by the editor's own actions in a page that shows the schema: a title, a length, a new, renamed, moved,
 * required or removed field.
 * Mostly at the first field, so that two people often meet at one.
 * @param shown what the editor has now @param word comes once in the whole test
 * @returns whether a schema has the edit in it
 */
export async function editAtRandom(
  page: Page,
  shown: unknown,
  next: (below: number) => number,
  word: string,
): Promise<(schema: unknown) => boolean> {
  const fields = fieldsOf(shown)
  const text = (schema: unknown) => JSON.stringify(schema)
  const properties = page.getByRole('region', { name: 'Properties' })
  const type = async (name: string, value: string) => {
    const field = properties.getByLabel(name, { exact: true })
    await field.fill(value)
    await field.press('Enter')
  }
  const select = (pointer: string) => page.locator(`[data-pointer="${pointer}"]`).click()
  const kind = fields.length < fewFields ? 6 : next(10)
  if (kind === 6) {
    await select('')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await type('Name', word)
    return (schema) => fieldsOf(schema).includes(word)
  }
  const field = fields[next(4) === 0 ? 1 : 0] as string
  await select(`/properties/${field}`)
  if (kind < 4) {
    await type('title', word)
    return (schema) => text(schema).includes(word)
  }
  if (kind < 5) {
    await type('minLength', String(word.length + next(1000)))
    return (schema) => text(schema) !== text(shown)
  }
  if (kind === 5) {
    await properties.getByLabel('Required').click()
    return (schema) => text(schema) !== text(shown)
  }
  if (kind === 7) {
    await type('Name', word)
    return (schema) => fieldsOf(schema).includes(word) && !fieldsOf(schema).includes(field)
  }
  if (kind === 8) {
    await properties.getByRole('button', { name: field === fields[0] ? 'Move down' : 'Move up' }).click()
    return (schema) => fieldsOf(schema).join() !== fields.join()
  }
  await properties.getByRole('button', { name: 'Remove' }).click()
  return (schema) => !fieldsOf(schema).includes(field)
}
