import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codes } from '@millrace/contract'
import { RefusedError } from '@millrace/server/entry/cli/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { makeCodedPipelines } from './support/coded-pipelines.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'
import { type Wizard, wizardOn } from './support/wizard.ts'

const mebibyte = 1024 * 1024

let product: ProductOnCluster
let browser: Browser
let page: Page
let wizard: Wizard
let marc: ApiPerson

beforeAll(async () => {
  product = await startProductOnCluster()
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  wizard = wizardOn(page)
  await signIn(page, 'marc.manager')
  marc = await apiPerson(product.url, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

/** A file on disk, for the browser. */
function fileOf(name: string, content: string | Uint8Array): string {
  const place = path.join(product.folder, name)
  writeFileSync(place, content)
  return place
}
const demo = (name: string) => new Uint8Array(readFileSync(demoFile(name)))

/** Steps 1 to 3 with a bad file. @returns all that step 3 says about it */
async function judgedBad(pipeline: string, source: string, file: string): Promise<string> {
  await wizard.choosePipeline(pipeline)
  await wizard.next()
  await wizard.giveFile(source, file)
  await wizard.next()
  const step = page.getByRole('group', { name: 'Process your file' })
  await step.getByText(path.basename(file)).first().waitFor()
  const block = await wizard.judged(source)
  await block.getByText('invalid', { exact: true }).waitFor()
  await step.getByRole('group', { name: 'Log lines' }).getByText(path.basename(file)).first().waitFor()
  return step.innerText()
}

/** What the server answers to a file that the browser would not send. */
async function refusalOf(pipeline: string, source: string, file: File): Promise<{ code: number; message: string }> {
  const error = await marc.upload(pipeline, source, file).catch((caught: unknown) => caught)
  if (!(error instanceof RefusedError)) throw new Error(`${file.name} was not refused`)
  return { code: error.code, message: error.message }
}

const uploadsOf = async (pipeline: string) =>
  marc.call('GET /uploads/last-all', { query: { pipelineId: (await marc.pipeline(pipeline))._id } })

describe('files that are refused before they are stored', () => {
  it('UPL-006/ui a file of another type is refused by the browser and by the server, by name and by content', async () => {
    await wizard.choosePipeline('EV catalogue')
    await wizard.next()
    await wizard.giveFile('vehicles', demoFile('ev-en-US.csv'))
    await page.getByRole('alert').getByText('The file type is not accepted for vehicles').waitFor()
    const wrong = {
      code: codes.invalid,
      message: expect.stringMatching(/^The file type is not accepted for vehicles\. /),
    }
    expect(await refusalOf('EV catalogue', 'vehicles', new File(['a,b\n'], 'a.csv'))).toEqual(wrong)
    expect(await refusalOf('EV catalogue', 'vehicles', new File([demo('bikes-dealers.xlsx')], 'a.json'))).toEqual(wrong)
    expect(await uploadsOf('EV catalogue')).toEqual([])
  })

  it('UPL-005/ui a file of exactly 20 MiB is refused by the browser and by the server; one byte less is not', async () => {
    const size = 20 * mebibyte
    await wizard.choosePipeline('EPA registry en-US')
    await wizard.next()
    await wizard.giveFile('vehicles', fileOf('big.csv', new Uint8Array(size).fill(97)))
    await page.getByRole('alert').getByText('File must be under 20 MiB').waitFor()
    expect(await refusalOf('EPA registry en-US', 'vehicles', new File([new Uint8Array(size)], 'big.csv'))).toEqual({
      code: codes.tooLarge,
      message: 'File must be under 20 MiB',
    })
    expect(await uploadsOf('EPA registry en-US')).toEqual([])
    await wizard.giveFile('vehicles', fileOf('less.csv', new Uint8Array(size - 1).fill(97)))
    await page.getByText('less.csv').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next step' }).isEnabled()).toBe(true)
  })
})

describe('files that are judged invalid', () => {
  it('an empty file', async () => {
    const said = await judgedBad('EV catalogue', 'vehicles', fileOf('empty.ndjson', ''))
    expect(said).toContain('empty.ndjson: The file is empty: it has 0 bytes')
  })

  it('NDJSON with a broken byte: its offset and line', async () => {
    const content = demo('ev-master.ndjson')
    const offset = content.indexOf(10) + 60
    content[offset] = 0xff
    const said = await judgedBad('EV catalogue', 'vehicles', fileOf('broken.ndjson', content))
    expect(said).toContain(
      `broken.ndjson: The file has a broken encoding: byte 0xFF at offset ${offset}, line 2, is not valid UTF-8`,
    )
  })

  it('malformed JSON: its offset and line', async () => {
    const content = '[\n {"id": 1},\n {"id": 2,}\n]\n'
    const said = await judgedBad('Best Buy stores en-US', 'stores', fileOf('malformed.json', content))
    expect(said).toContain(`malformed.json: The JSON is malformed at offset ${content.indexOf(',}') + 1}, line 3`)
  })

  it('a truncated workbook', async () => {
    const cut = demo('bikes-dealers.xlsx').subarray(0, 9000)
    const said = await judgedBad('Dealers de-DE', 'dealers', fileOf('cut.xlsx', cut))
    expect(said).toContain('cut.xlsx: The workbook is truncated or damaged')
  })

  it('a header that lacks a required column: the line and the column', async () => {
    const content = Buffer.from(demo('epa-vehicles.csv')).toString('utf8').replace(',make,', ',maker,')
    const said = await judgedBad('EPA registry en-US', 'vehicles', fileOf('headless.csv', content))
    expect(said).toContain("headless.csv: Line 1: the header lacks the required column 'make'")
    await picture(page, 'bad-header')
  })

  it('UPL-013/ui the last valid upload is still there, and counts again once the bad one is disabled', async () => {
    const good = await marc.upload('Dealers fr-FR', 'dealers', demoFile('bikes-dealers.xlsx'))
    expect(good.status).toBe('valid')
    await judgedBad('Dealers fr-FR', 'dealers', fileOf('cut-again.xlsx', demo('bikes-dealers.xlsx').subarray(0, 5000)))
    await page.getByText('dealers: the last file is invalid').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next step' }).isDisabled()).toBe(true)
    await wizard.previous()
    await page.getByRole('button', { name: 'Disable cut-again.xlsx' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('button', { name: 'Disable cut-again.xlsx' }).waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Last uploads of dealers' }).getByText('bikes-dealers.xlsx').waitFor()
    await wizard.next()
    const block = await wizard.judged('dealers')
    await block.getByText('valid', { exact: true }).waitFor()
    await wizard.next()
    await wizard.confirmRun()
    expect(await wizard.ended()).toBe('completed')
  })
})

describe('a file that is replaced on step 3', () => {
  it('IMP-003/ui says what is wrong in a sentence, and takes another file in its place', async () => {
    await judgedBad(
      'Dealers fr-FR',
      'dealers',
      fileOf('cut-once-more.xlsx', demo('bikes-dealers.xlsx').subarray(0, 4000)),
    )
    const block = await wizard.judged('dealers')
    await block
      .getByRole('alert')
      .getByText(/^cut-once-more\.xlsx: The workbook is truncated.*; no record could be read: correct the file and/)
      .waitFor()
    await picture(page, 'replace-file')
    const picker = page.waitForEvent('filechooser')
    await block.getByRole('button', { name: 'Replace the file of dealers' }).click()
    await (await picker).setFiles(demoFile('bikes-dealers.xlsx'))
    await block.getByText('valid', { exact: true }).waitFor()
    await expect.poll(() => block.getByText('cut-once-more.xlsx').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Next step' }).isEnabled()).toBe(true)
  })
})

it('UPL-003/ui a master takes the files of its countries on one page, and starts those whose files are valid', async () => {
  await wizard.choosePipeline('Dealers')
  await wizard.next()
  const country = page.getByRole('group', { name: 'Dealers de-DE', exact: true })
  // What was sent to it above.
  await country.getByText('0 of 1 file valid, 1 invalid').waitFor()
  await country.getByRole('button', { name: /Dealers de-DE/ }).click()
  await country
    .getByRole('alert')
    .getByText(/: correct the file and replace it/)
    .waitFor()
  await country.locator('input[type=file]').setInputFiles(demoFile('bikes-dealers.xlsx'))
  await country.getByText('1 of 1 file valid').waitFor()
  await picture(page, 'files-of-countries')
  await wizard.next()
  await wizard.next()
  await expect.poll(() => page.getByRole('checkbox', { name: /Dealers de-DE/ }).isChecked()).toBe(true)
})

describe('components that misbehave', () => {
  const rows = new File([`id\n${Array.from({ length: 300 }, (_, i) => `r${i}`).join('\n')}\n`], 'rows.csv')

  beforeAll(async () => {
    await makeCodedPipelines(product.env, [
      { name: 'Good', code: 'const { row } = ctx.input\nctx.output = { done: row }' },
      { name: 'Throwing', code: 'const { row } = ctx.input\n\nif (row.id === "r9") throw new Error("no ninth")' },
      { name: 'Looping', code: 'let n = 0\nfor (;;) n++' },
      { name: 'Hungry', code: 'const all = []\nfor (;;) all.push(new Array(1000).fill({}))' },
    ])
    // The page knows the pipelines from before.
    await page.reload()
    for (const name of ['Good', 'Throwing', 'Looping', 'Hungry']) {
      expect((await marc.upload(`${name} en-US`, 'rows', rows)).status).toBe('valid')
    }
  })

  it.each([
    ['Throwing', /Throwing one.*line 3/, /no ninth/, 15],
    ['Looping', /Looping one.*line 2/, /the code took too long/, 30],
    ['Hungry', /Hungry en-US/, /the (run|code) used (too much|more than \d+ MiB of) memory/, 30],
  ])(
    '%s ends failed within its limit and says where and why; an import beside it succeeds',
    async (name, where, what, seconds) => {
      await wizard.choosePipeline(`${name} en-US`)
      await wizard.next()
      await wizard.next()
      await wizard.judged('rows')
      await wizard.next()
      await wizard.confirmRun()
      const beside = await marc.start('Good en-US')
      expect((await marc.ended('Good en-US', beside, seconds)).success).toBe(true)
      expect(await wizard.ended(seconds)).toBe('failed')
      const lines = page.getByRole('group', { name: 'Import details' }).getByRole('group', { name: 'Log lines' })
      // The last lines come with the next push, after the state.
      await expect.poll(() => lines.innerText(), { timeout: 10_000 }).toMatch(what)
      await expect.poll(() => lines.innerText()).toMatch(where)
      await picture(page, `failed-${name.toLowerCase()}`)
      const outputs = (await uploadsOf(`${name} en-US`)).filter(({ from }) => from === 'destination')
      expect(outputs).toEqual([])
    },
  )
})
