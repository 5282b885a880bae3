import { Readable } from 'node:stream'
import type { CallSpec, Policy } from '@millrace/contract'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Caller } from './caller.ts'
import { type CallHandlers, FileAnswer } from './call-handlers.ts'
import { objectRule, type ObjectRules } from './object-rules.ts'
import { registerCalls } from './register-calls.ts'
import './fastify.types.ts'

const specs: Record<string, CallSpec> = {
  'GET /things': { query: z.object({ ids: z.string() }), reply: z.array(z.string()) },
  'POST /things/export': { body: z.object({}), file: true, reply: z.null() },
}
const rules: Record<string, Policy> = {
  'GET /things': { roles: ['manager'], object: 'none' },
  'POST /things/export': { roles: 'public', object: 'none' },
}
const handlers = {
  'GET /things': async ({ query }: { query: { ids: string } }) => query.ids.split(','),
  'POST /things/export': async () =>
    new FileAnswer({ name: 'Räder "1".csv', type: 'text/csv', content: Readable.from(['a;b\n']), size: 4 }),
} as unknown as CallHandlers

const server = (
  parts: CallHandlers[],
  over: { specs?: typeof specs; rules?: typeof rules; objectRules?: Partial<ObjectRules> } = {},
) => {
  const app = Fastify()
  app.decorateRequest('resultCode', 0)
  const caller = { role: 'manager' } as Caller
  const authenticate = async () => caller
  registerCalls(app, { handlers: parts, authenticate, specs, rules, checkReplies: true, objectRules: {}, ...over })
  return app
}
const without = <T>(record: Record<string, T>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

it('API-007/api does not start with a call that has no handler, no policy or two handlers', () => {
  expect(() => server([without(handlers as never, 'GET /things')])).toThrow('GET /things has no handler')
  expect(() => server([handlers], { rules: without(rules, 'GET /things') })).toThrow('GET /things has no policy')
  expect(() => server([handlers, handlers])).toThrow('GET /things has two handlers')
  expect(() => server([handlers], { specs: without(specs, 'GET /things') })).toThrow('names no call of the contract')
})

it('joins a repeated query name with commas', async () => {
  const answer = await server([handlers]).inject('/api/importer/v1/things?ids=a&ids=b')
  expect(answer.json()).toEqual({ code: 20000, message: 'ok', data: ['a', 'b'] })
})

it('answers a file under its exact name', async () => {
  const answer = await server([handlers]).inject({ method: 'POST', url: '/api/importer/v1/things/export', payload: {} })
  expect(answer.body).toBe('a;b\n')
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv', 'content-length': '4' })
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="R_der _1_.csv"; filename*=UTF-8''R%C3%A4der%20%221%22.csv`,
  )
})

it('refuses in tests an answer that breaks the contract', async () => {
  const wrong = { ...handlers, 'GET /things': async () => [5] } as unknown as CallHandlers
  const answer = await server([wrong]).inject('/api/importer/v1/things?ids=a')
  expect(answer.statusCode).toBe(500)
})

it('S3 starts only with a function behind each object rule, and refuses in tests an answer that did not ask it', async () => {
  const named: typeof rules = { ...rules, 'GET /things': { roles: ['manager'], object: 'own session' } }
  expect(() => server([handlers], { rules: named })).toThrow('no function asks the object rule of the call GET /things')
  const ownSession = objectRule('own session', () => ['mine'])
  const objectRules = { 'own session': ownSession }
  const answer = async (handler: () => Promise<unknown>) => {
    const parts = { ...handlers, 'GET /things': handler } as unknown as CallHandlers
    return server([parts], { rules: named, objectRules }).inject('/api/importer/v1/things?ids=a')
  }
  expect((await answer(async () => ['mine'])).statusCode).toBe(500)
  expect((await answer(async () => ownSession())).json()).toMatchObject({ data: ['mine'] })
  const other = objectRule('sees item', () => ['mine'])
  expect((await answer(async () => other())).statusCode).toBe(500)
})
