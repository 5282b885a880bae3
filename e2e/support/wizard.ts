import type { Locator, Page } from 'playwright-core'

/** The wizard as a person uses it. */
export type Wizard = {
  choosePipeline(name: string): Promise<void>
  next(): Promise<void>
  previous(): Promise<void>
  /** On step 2: gives a file to a source. */
  giveFile(dataSubKind: string, file: string): Promise<void>
  /** On step 3: the block of a source, once its upload is judged. */
  judged(dataSubKind: string): Promise<Locator>
  /** On step 4: Next, then Yes to the question. @returns the question's text */
  confirmRun(): Promise<string>
  /** On step 5: waits until the import has ended. @returns the state's text */
  ended(seconds?: number): Promise<string>
}

export function wizardOn(page: Page): Wizard {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    async choosePipeline(name) {
      await page.goto('/#/import/upload')
      await page.getByRole('group', { name: 'Select locale' }).waitFor()
      await page
        .locator('label')
        .filter({ has: page.getByText(name, { exact: true }) })
        .click()
    },
    next: () => button('Next step').click(),
    previous: () => button('Prev step').click(),
    async giveFile(dataSubKind, file) {
      const source = page.getByRole('group', { name: 'Choose your file' }).getByRole('region', { name: dataSubKind })
      await source.locator('input[type=file]').setInputFiles(file)
    },
    async judged(dataSubKind) {
      const source = page.getByRole('group', { name: 'Process your file' }).getByRole('region', { name: dataSubKind })
      await source.getByText(/^(valid|invalid)$/).waitFor({ timeout: 60_000 })
      return source
    },
    async confirmRun() {
      await page.getByRole('button', { name: 'Next step: start ' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirmation' })
      const text = await dialog.innerText()
      await dialog.getByRole('button', { name: 'Yes' }).click()
      return text
    },
    async ended(seconds = 60) {
      const step = page.getByRole('group', { name: 'Import details' })
      // Of the facts alone: the last log line says "Completed" too, and may come before the state does.
      const state = step.locator('dt:text-is("State") + dd').getByText(/^(completed|failed|aborted)\b/i)
      await state.waitFor({ timeout: seconds * 1000 })
      return state.innerText()
    },
  }
}

/** The three figures of a judged source: records, valid, rejected. */
export async function figures(source: Locator): Promise<number[]> {
  const texts = await source.locator('dd').allInnerTexts()
  return texts.slice(0, 3).map((text) => Number(text.replace(/\D/g, '')))
}
