import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { lostInMerge, type ToldMerge } from './support/merge-oracle.ts'
import { type Product, startProduct } from './support/product.ts'
import { editAtRandom, randomFrom } from './support/random-schema-edits.ts'

let product: Product
let browser: Browser
let sam: ApiPerson

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
const answerYes = (page: Page) => button(page.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()

it('SCH-001/ui SCH-019/ui VER-006/ui VER-009/ui VER-010/ui VER-011/ui a model is locked with what it uses, unlocked, compared, restored, deleted and updated', async () => {
  const wheel = await sam.call('POST /schemas', { body: { name: 'E2E wheel', jsonSchema: { type: 'number' } } })
  const bike = await sam.call('POST /schemas', {
    body: {
      name: 'E2E bike',
      jsonSchema: { type: 'object', properties: { wheel: { $ref: `importer://schema/id/${wheel._id}` } } },
    },
  })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${bike._id}`)
  const bar = page.getByRole('group', { name: 'Version of E2E bike' })

  // What it uses is a draft: refused with the reason, and done with force.
  await button(bar, 'Lock').click()
  const lock = page.getByRole('dialog', { name: 'Confirmation' })
  await lock.getByText('Do you want to lock schema version 1').waitFor()
  await button(lock, 'Yes').click()
  await lock.getByRole('alert').getByText('Cannot lock: schema E2E wheel version 1 is not locked').waitFor()
  await lock.getByLabel('Recursive lock').check()
  await button(lock, 'Yes').click()
  await told(page, 'Version 1 locked')
  await bar.getByText('Version 1 (Prod)').waitFor()
  await expect.poll(() => button(bar, 'Delete').count()).toBe(0)

  await button(bar, 'Unlock').click()
  await answerYes(page)
  await told(page, 'Version 2 created')
  await bar.getByText('Version 2 (Draft)').waitFor()
  const { _id, sys_version } = await sam
    .call('GET /schemas/byname', { query: { name: 'E2E bike' } })
    .then(async (found) => {
      const draft = found.versions.find(({ version }) => version === 2)
      return sam.call('GET /schemas/find', { query: { id: draft?._id ?? '' } })
    })
  await sam.call('POST /schemas', {
    body: { _id, sys_version, name: 'E2E bike', jsonSchema: { type: 'object', title: 'Bike', properties: {} } },
  })

  await button(bar, 'Compare').click()
  const compare = page.getByRole('dialog', { name: 'Compare versions of E2E bike' })
  await compare.getByText('1 added, 1 removed', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'versions-compare')
  await button(compare, 'Restore version 1 as new draft').click()
  await answerYes(page)
  await told(page, 'Version 3 created')
  await bar.getByText('Version 3 (Draft)').waitFor()

  await button(bar, 'Select a version').click()
  const graph = page.getByRole('dialog', { name: 'Select a version' })
  await expect.poll(() => graph.getByRole('listitem').count()).toBe(3)
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'versions-graph')
  await page.keyboard.press('Escape')

  await button(bar, 'Delete').click()
  await answerYes(page)
  await told(page, 'Version 3 deleted')
  await bar.getByText('Version 2 (Draft)').waitFor()

  await page.goto(`/#/manage/schemas?id=${wheel._id}`)
  await button(page.getByRole('group', { name: 'Version of E2E wheel' }), 'Usages').click()
  const usages = page.getByRole('dialog', { name: 'Usages of E2E wheel' })
  await usages.getByText('uses version 1').waitFor()
  await usages.getByRole('link', { name: 'E2E bike' }).click()
  await bar.getByText(/^Version/).waitFor()

  // What it uses has a newer version: told first, with nothing changed, and then taken over into a new draft.
  const newer = await sam.call('POST /schemas/version/new', { body: { id: wheel._id } })
  await sam.call('POST /schemas/version/lock', { body: { id: newer._id } })
  await page.goto(`/#/manage/schemas?id=${bike._id}`)
  await bar.getByText('Version 1 (Prod)').waitFor()
  const versions = async () => (await sam.call('GET /schemas/version', { query: { id: bike._id } })).length
  const before = await versions()
  await button(bar, 'Update').click()
  const update = page.getByRole('dialog', { name: 'Update of E2E bike' })
  await update.getByText('new version available').waitFor()
  expect(await versions()).toBe(before)
  await button(update, 'Proceed').click()
  await told(page, 'Version 1 updated')
  await bar.getByText(/^Version \d \(Draft\)$/).waitFor()
  expect(await versions()).toBe(before + 1)
  await page.getByRole('treeitem', { name: /^wheel / }).waitFor()
  await page.context().close()
})

/** Asks to save, without looking how it ends. */
async function askToSave(
  page: Page,
): Promise<{ asked: Record<string, unknown>; saved: Record<string, unknown> | null }> {
  const answered = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/schemas'),
  )
  await button(page, 'Save').click()
  await answerYes(page)
  const reply = await answered
  const { data } = (await reply.json()) as { data: { jsonSchema: Record<string, unknown> } | null }
  return { asked: reply.request().postDataJSON().jsonSchema, saved: data?.jsonSchema ?? null }
}

/** Answers the merge dialog, each question by itself. @returns what it told and asked */
async function answerMerge(page: Page, next: (below: number) => number): Promise<ToldMerge> {
  const dialog = page.getByRole('dialog', { name: /^Merge changes of / })
  await dialog.waitFor()
  const conflicts = new Map<string, 'mine' | 'theirs'>()
  for (const question of await dialog.locator('fieldset').all()) {
    const side = next(2)
    await question.getByRole('radio').nth(side).check()
    conflicts.set((await question.locator('legend').textContent()) ?? '', side === 0 ? 'mine' : 'theirs')
  }
  const changes = await dialog
    .locator('details li')
    .evaluateAll((lines) => lines.map((line) => (line.firstChild?.textContent ?? '').trim()))
  await button(dialog, 'Merge').click()
  await dialog.waitFor({ state: 'detached' })
  return { changes, conflicts }
}

it('two browsers make fifty random pairs of edits to a schema, and nothing disappears unreported', async () => {
  const next = randomFrom(20_260_613)
  const start = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, { type: 'string' }]))
  const made = await sam.call('POST /schemas', {
    body: { name: 'E2E pairs', jsonSchema: { type: 'object', properties: start, required: ['b'] } },
  })
  const open = async (userName: string) => {
    const page = await openPage(browser, product.url)
    await signIn(page, userName)
    await page.goto(`/#/manage/schemas?id=${made._id}`)
    await page.getByRole('tree', { name: 'Schema E2E pairs' }).waitFor()
    return { page, base: made.jsonSchema as Record<string, unknown> }
  }
  const people = await Promise.all(['sam.super', 'marc.manager'].map(open))
  let stored = made.jsonSchema as Record<string, unknown>
  let questions = 0
  // Each in turn works on what the other has changed meanwhile: nearly every save joins two edits.
  for (let turn = 0; turn <= 50; turn++) {
    const person = people[turn % 2] as (typeof people)[number]
    const isThere = await editAtRandom(person.page, person.base, next, `edit${turn}`)
    const first = await askToSave(person.page)
    expect(isThere(first.asked), `turn ${turn}: the edit is in what is saved`).toBe(true)
    let result = first.saved
    if (stored === person.base) expect(result, `turn ${turn}: nobody saved meanwhile`).toEqual(first.asked)
    else {
      expect(result, `turn ${turn}: the older version is refused`).toBeNull()
      const told = await answerMerge(person.page, next)
      questions += told.conflicts.size
      // Who took the other's side everywhere has nothing left to save.
      const isDirty = (await person.page.getByRole('img', { name: 'Not saved' }).count()) > 0
      result = isDirty ? (await askToSave(person.page)).saved : stored
      const sides = { base: person.base, mine: first.asked, theirs: stored }
      expect(lostInMerge(sides, result, told), `turn ${turn}`).toEqual([])
    }
    if (result === null) throw new Error(`turn ${turn} was not saved`)
    person.base = stored = result
    await person.page.getByRole('img', { name: 'Not saved' }).waitFor({ state: 'detached' })
  }
  expect(questions).toBeGreaterThan(5)
  expect((await sam.call('GET /schemas/find', { query: { id: made._id } })).jsonSchema).toEqual(stored)
  for (const { page } of people) await page.context().close()
})

it('SCH-030/ui what the server refuses is told in its words, and nothing of the edit is lost', async () => {
  const schema = { type: 'object', properties: { kept: { type: 'string' } } }
  const made = await sam.call('POST /schemas', { body: { name: 'E2E refused', jsonSchema: schema } })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${made._id}`)
  const write = async (text: string) => {
    await button(page, 'Edit json').click()
    await page.getByRole('textbox', { name: 'JSON of E2E refused' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  await write('{"maximum": 1e400}')
  await page.getByText('One fault is marked in the text.').waitFor()
  await expect.poll(() => button(page, 'Ok').isDisabled()).toBe(true)
  await button(page, 'Cancel').click()

  const edited = { ...schema, properties: { ...schema.properties, of: { $ref: 'importer://schema/name/Nobody' } } }
  await write(JSON.stringify(edited))
  await button(page, 'Ok').click()
  const { asked, saved } = await askToSave(page)
  expect([asked, saved]).toEqual([edited, null])
  await told(page, 'Schema not exist.')
  await page.getByRole('img', { name: 'Not saved' }).waitFor()
  await page.getByRole('treeitem', { name: /^of / }).waitFor()
  expect(await sam.call('GET /schemas/find', { query: { id: made._id } })).toMatchObject({
    sys_version: 1,
    jsonSchema: schema,
  })
  await page.context().close()
})
