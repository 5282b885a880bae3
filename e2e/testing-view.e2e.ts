import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, type Look, openBrowser, openPage, picture } from './support/browser.ts'
import { makeCodedPipelines } from './support/coded-pipelines.ts'
import { demoFile } from './support/demo-files.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'

/** The other side of a real-time source; a test says what it answers. */
let feed: Server
let answer = { status: 200, body: 'id\n1\n2\n3\n' }
let product: ProductOnCluster
let browser: Browser

beforeAll(async () => {
  feed = createServer((_request, response) => {
    response.statusCode = answer.status
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(feed.address() as AddressInfo).port}`
  product = await startProductOnCluster({ MILLRACE_ALLOWED_HOSTS: host })
  await makeCodedPipelines(product.env, [
    { name: 'Fetched', code: 'ctx.output.done = ctx.input.row', feed: `http://${host}/rows?key=secret` },
  ])
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
  feed?.close()
})

/** Signs in at any width. */
async function person(userName: string, look: Look = {}): Promise<Page> {
  const page = await openPage(browser, product.url, look)
  await page.goto('/')
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
  await page.getByRole('button', { name: 'Login' }).click()
  // The first page after the login: whoever goes on before it is taken back to it.
  await page.waitForURL((url) => /#\/(import|manage)\//.test(url.href))
  return page
}
const rowNamed = (page: Page, name: string) =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })
const labels = (page: Page) => page.getByRole('treeitem').locator('span[title]:not([title^="Version"])').allInnerTexts()
const logLine = (page: Page) => page.getByRole('group', { name: 'Log lines' }).locator('time').first()

/** Chooses a pipeline in the testing view and sends one file to it. */
async function tryFile(page: Page, pipeline: string, dataSubKind: string, file: string) {
  await page.goto('/#/testing/index')
  await rowNamed(page, pipeline).click()
  await page.getByLabel(`File for ${dataSubKind}`).setInputFiles(file)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByRole('table', { name: `Last uploads of ${dataSubKind}` })
    .getByText('valid', { exact: true })
    .waitFor()
  await logLine(page).waitFor()
}

describe('the testing view', () => {
  it.each([
    ['marc.manager', 'Bikes catalogue fr-FR', 'local', 'bikes-fr-FR.csv', { width: 1440, height: 900 }],
    ['ada.admin', 'Bikes catalogue de-DE', 'local', 'bikes-de-DE.csv', { width: 1440, height: 900, dark: true }],
    ['sam.super', 'Bikes catalogue', 'catalogue', 'bikes-master-en.csv', { width: 390, height: 844 }],
  ])(
    'PRM-006/ui UPL-023/ui PIC-005/ui %s sends a file to a pipeline nobody assigned and reads how it is judged',
    async (userName, pipeline, dataSubKind, file, look) => {
      const page = await person(userName, look)
      await tryFile(page, pipeline, dataSubKind, demoFile(file))
      await expect.poll(() => page.getByRole('button', { name: 'Create Folder' }).count()).toBe(1)
      await expect.poll(() => rowNamed(page, pipeline).getByTitle('Version 1 (Prod)').count()).toBe(1)
      await picture(page, `testing-${userName}`)
      await page.context().close()
    },
  )

  it('PRM-006/ui PIC-004/ui PIC-006/ui UPL-022/ui role user sees its own pipelines, without versions, locks and Create Folder', async () => {
    const page = await person('dana.dealer', { width: 390, height: 844, dark: true })
    await tryFile(page, 'Dealers fr-FR', 'dealers', demoFile('bikes-dealers.xlsx'))
    const seen = await labels(page)
    expect(seen).toContain('Dealers fr-FR')
    expect(seen.filter((name) => /Bikes|EV|EPA/.test(name))).toEqual([])
    expect(await page.getByTitle(/^Version/).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create Folder' }).count()).toBe(0)
    await picture(page, 'testing-dana.dealer')
    await page.context().close()
  })

  it('UPL-021/ui the filters narrow the explorer, and the search does', async () => {
    const page = await person('marc.manager')
    await page.goto('/#/testing/index')
    await rowNamed(page, 'EV catalogue').waitFor()
    await page.getByRole('combobox', { name: 'Locale' }).click()
    await page.getByTitle('pt-BR', { exact: true }).click()
    await expect.poll(() => labels(page)).toEqual(['Pipelines', 'Electric vehicles', 'EV catalogue pt-BR'])
    await page.reload()
    await expect.poll(() => labels(page)).toEqual(['Pipelines', 'Electric vehicles', 'EV catalogue pt-BR'])
    await page.getByRole('searchbox', { name: 'Search pipelines' }).fill('nothing like it')
    await page.getByText('Nothing matches these filters').waitFor()
    await picture(page, 'testing-no-match')
    await page
      .getByRole('region', { name: 'Pipelines explorer' })
      .getByRole('button', { name: 'Clear filters' })
      .click()
    await rowNamed(page, 'Bikes catalogue').waitFor()
    await page.context().close()
  })

  it('FLD-009/ui FLD-021/ui a folder is made with its name and Enter; a name that is taken leaves the dialog open', async () => {
    const page = await person('marc.manager')
    await page.goto('/#/testing/index')
    await rowNamed(page, 'Pipelines').waitFor()
    const make = async () => {
      await page.getByRole('button', { name: 'Create Folder' }).click()
      await page.getByRole('dialog', { name: 'Create Folder' }).getByLabel('Folder name').fill('Autumn')
      await page.keyboard.press('Enter')
    }
    await make()
    await rowNamed(page, 'Autumn').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // The focus is in the new folder: back to the root, which holds the name now.
    await rowNamed(page, 'Pipelines').click()
    await rowNamed(page, 'Pipelines').click()
    const refused = page.waitForResponse((response) => response.url().endsWith('/folders'))
    await make()
    expect((await refused).status()).toBe(409)
    await expect.poll(() => page.getByRole('dialog', { name: 'Create Folder' }).isVisible()).toBe(true)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
    await picture(page, 'testing-create-folder')
    await page.context().close()
  })

  it('UPL-018/ui Send without anything to send says no valid data', async () => {
    const page = await person('marc.manager')
    await page.goto('/#/testing/index')
    await rowNamed(page, 'Bikes catalogue').click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('no valid data').waitFor()
    await page.context().close()
  })
})

describe('the upload step', () => {
  it('UPL-004/ui UPL-006/ui a file is dropped on its source, replaced by another, and refused when it is of another kind', async () => {
    const page = await person('marc.manager')
    await page.goto('/#/import/upload')
    await page.getByText('Bikes catalogue de-DE', { exact: true }).click()
    await page.getByRole('button', { name: 'Next step' }).click()
    const source = page.getByRole('region', { name: 'local' })
    const input = source.getByLabel('File for local')
    const drop = async (...names: string[]) => {
      const data = await page.evaluateHandle((all) => {
        const transfer = new DataTransfer()
        for (const name of all) transfer.items.add(new File(['a;b\n1;2\n'], name))
        return transfer
      }, names)
      await input.dispatchEvent('drop', { dataTransfer: data })
    }
    await input.waitFor({ state: 'attached' })
    await drop('sheet.xlsx')
    await source.getByText('The file type is not accepted for local').waitFor()
    await drop('one.csv', 'two.csv')
    await source.getByText('Only one file per source').waitFor()
    // A slow line: the first file is still on its way while the rest happens.
    let held = 0
    await page.route('**/api/importer/v1/uploads', async (route) => {
      held += 1
      if (held > 1) await route.continue()
    })
    await drop('first.csv')
    await source.getByRole('button', { name: 'Remove first.csv' }).waitFor()
    await picture(page, 'upload-sending')
    const wouldAsk = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await wouldAsk()).toBe(true)
    const away = page.getByRole('link', { name: 'Download latest files' })
    await away.click()
    const question = page.getByRole('dialog', { name: 'Confirmation' })
    await question.getByText('A file or fetch is still on its way').waitFor()
    await question.getByRole('button', { name: 'No' }).click()
    expect(page.url()).toContain('step=2')
    await source.locator('input[type=file]').setInputFiles(demoFile('bikes-de-DE.csv'))
    await source.getByRole('table', { name: 'Last uploads of local' }).getByText('bikes-de-DE.csv').waitFor()
    await expect.poll(() => source.getByText('first.csv').count()).toBe(0)
    await expect.poll(wouldAsk).toBe(false)
    await away.click()
    await expect.poll(() => page.url()).toContain('#/export')
    await page.context().close()
  })

  it('UPL-013/ui UPL-014/ui disabling an upload brings the one before back', async () => {
    const page = await person('sam.super')
    await tryFile(page, 'Bikes catalogue es-ES', 'local', demoFile('bikes-es-ES.tsv'))
    await page.getByLabel('File for local').setInputFiles({
      name: 'wrong.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('nothing;of;it\n1;2;3\n'),
    })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const last = page.getByRole('table', { name: 'Last uploads of local' })
    await last.getByText('invalid', { exact: true }).waitFor()
    await last.getByRole('button', { name: 'Disable wrong.csv' }).click()
    await page.getByRole('dialog', { name: 'Confirmation' }).getByRole('button', { name: 'Yes' }).click()
    await last.getByText('wrong.csv').waitFor({ state: 'detached' })
    await expect.poll(() => last.getByText('bikes-es-ES.tsv').count()).toBe(1)
    await page.context().close()
  })

  it('UPL-015/ui UPL-016/ui UPL-017/ui a source is fetched by its button; a failure is told in the step and blocks', async () => {
    const page = await person('sam.super')
    await page.goto('/#/import/upload')
    await page.getByText('Fetched en-US', { exact: true }).click()
    await page.getByRole('button', { name: 'Next step' }).click()
    await page.getByText('rows: not fetched yet').waitFor()
    await picture(page, 'upload-real-time')
    answer = { status: 503, body: 'no' }
    await page.getByRole('button', { name: 'Fetch now rows' }).click()
    await page
      .getByRole('list', { name: 'Messages of this step' })
      .getByText('Real-time source is not available')
      .waitFor()
    await page.getByRole('region', { name: 'rows' }).getByText('Not fetched: Real-time source').waitFor()
    expect(page.url()).toContain('step=2')
    await expect.poll(() => page.getByRole('button', { name: 'Next step' }).isDisabled()).toBe(true)
    await picture(page, 'upload-real-time-failed')
    answer = { status: 200, body: 'id\n1\n2\n3\n' }
    await page.getByRole('button', { name: 'Try again to fetch rows' }).click()
    await page.getByRole('button', { name: 'Next step' }).click()
    const result = page.getByRole('group', { name: 'Process your file' }).getByRole('region', { name: 'rows' })
    await result.getByText('valid', { exact: true }).waitFor()
    await expect.poll(async () => (await result.locator('dd').allInnerTexts()).slice(0, 3)).toEqual(['3', '3', '0'])
    await page.context().close()
  })
})
