import type { CallName } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { type Message, messages, mixedMessages, otherMessages } from '../test-support/call-messages.ts'
import { everyCallWithEveryRole, type MatrixCase } from '../test-support/every-call.ts'
import { makeMatrixWorld, type MatrixWorld, type ObjectOwner } from '../test-support/matrix-world.ts'

let app: TestApp
let world: MatrixWorld
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  world = await makeMatrixWorld(app)
})
afterAll(() => app.close())

const sidesOf = ({ objects }: MatrixCase) => objects.split(' and ') as ObjectOwner[]

async function messagesOf(which: MatrixCase): Promise<Message[]> {
  const { call, variant } = which
  const [first = 'own', second] = sidesOf(which)
  const named = await world.objects(first)
  if (second !== undefined) return mixedMessages[call]?.(named, await world.objects(second)) ?? []
  const message = variant === '' ? messages[call] : otherMessages[call]?.[variant]
  return message === undefined ? [] : [message(named)]
}

type Answer = { code: number; message: string }
async function answersOf(which: MatrixCase): Promise<Answer[]> {
  const { call, role } = which
  // Logging out ends the session, which no other case may lean on.
  const make = call === 'POST /users/logout' ? world.makeCaller : world.callerOf
  const as = role === null ? null : await make(role)
  const answers: Answer[] = []
  for (const message of await messagesOf(which)) {
    const response = await app.fetchCall(call, { as, ...message })
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    if (!isEnvelope) await response.arrayBuffer()
    answers.push(isEnvelope ? ((await response.json()) as Answer) : { code: 20000, message: 'file' })
  }
  if (!call.startsWith('GET ') && answers.some(({ code }) => code === 20000)) sidesOf(which).forEach(world.renew)
  expect(answers.length).toBeGreaterThan(0)
  return answers
}

/** What else a public call answers when it is given what nobody knows. */
const refusedInPublic: Partial<Record<string, number>> = {
  'POST /users/login': 40100,
  'POST /users/tfa': 40100,
  'POST /users/refresh-token': 50008,
}

/** Calls that say in words of their own that there is nothing. */
const notFoundText: Partial<Record<CallName, string>> = { 'GET /schemas/byname': 'Schema not exist.' }

describe('API-007/api S3 every call with every role', () => {
  for (const which of everyCallWithEveryRole()) {
    const { call, variant, role, objects: named, expected } = which
    const naming = variant === '' ? '' : ` naming ${variant}`
    it(`${call}${naming} by ${role ?? 'nobody'} on ${named} objects: ${expected}`, async () => {
      for (const { code, message } of await answersOf(which)) {
        if (expected === 'no session') expect(code).toBe(50008)
        else if (expected === 'forbidden') expect([code, message]).toEqual([40300, 'You are not allowed to do this.'])
        else if (expected === 'not found')
          expect([code, message]).toEqual([40400, notFoundText[call] ?? 'Document not found'])
        // What may still be in the way of an allowed call is the state of things, such as nothing to run.
        else expect([refusedInPublic[call] ?? 20000, 40000, 40900], message).toContain(code)
      }
    })
  }
})

describe('the roles of the policy', () => {
  const allowed = (call: string, which: string) =>
    everyCallWithEveryRole()
      .filter((each) => each.call === call && each.variant === '' && each.objects === which)
      .filter((each) => each.expected === 'allowed')
      .map(({ role }) => role)

  it('PRM-001/api PRM-003/api PRM-004/api are those of the specification', () => {
    expect(allowed('POST /imports', 'own')).toEqual(['user', 'manager', 'super-admin'])
    expect(allowed('POST /uploads/export', 'own')).toEqual(['user', 'manager', 'super-admin'])
    expect(allowed('POST /imports/listAll', 'own')).toEqual(['manager', 'super-admin'])
  })
})
