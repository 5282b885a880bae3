import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testTimeouts } from '../../guarantees/figures.ts'
import { until } from '../../work/imports/imports.fixtures.ts'
import { makeUser } from '../../test-support/factories.ts'
import { linkIn, type MailServer, startMailServer } from '../../test-support/mail-server.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { type ProductProcess, startProcess } from '../../test-support/product-process.ts'
import { sendPasswordLink } from '../users/send-password-link.ts'

vi.setConfig(testTimeouts)

let mails: MailServer
let platform: TestPlatform
const started: ProductProcess[] = []
beforeAll(async () => {
  mails = await startMailServer()
  platform = await createTestPlatform()
})
afterAll(async () => {
  for (const process of started) await process.kill()
  await platform.close()
  await mails.close()
})

async function startWorker(): Promise<ProductProcess> {
  const worker = await startProcess('worker', platform, { MILLRACE_SMTP_URL: mails.url })
  started.push(worker)
  return worker
}

it('a mail that its process was killed over is sent by the next one, with the same link', async () => {
  const person = await makeUser(platform.db)
  mails.refuseWith(451)
  await platform.db.transaction().execute((tx) => sendPasswordLink(platform, tx, person, 'welcome'))
  const first = await startWorker()
  await until('a failed attempt', async () => mails.refused() > 0)
  await first.kill()
  expect(await platform.db.selectFrom('mails').select('id').execute()).toHaveLength(1)
  mails.refuseWith(null)
  const second = await startWorker()
  const received = await mails.mailFor(person.email, { withinMs: 120_000 })
  await until('the mail is removed', async () => {
    const left = await platform.db.selectFrom('mails').select('id').execute()
    return left.length === 0
  })
  expect(mails.received).toHaveLength(1)
  const token = linkIn(received).searchParams.get('t') ?? ''
  for (const { output } of [first, second]) expect(output()).not.toContain(token)
  const links = await platform.db.selectFrom('password_links').select('hash').execute()
  expect(links).toEqual([{ hash: platform.secrets.hash(token) }])
})
