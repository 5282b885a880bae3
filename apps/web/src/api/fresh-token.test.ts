import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FakeRequest, fakeServer, RefusedCallError } from '../test-support/fake-server.ts'
import { call } from './call.ts'
import { clearTokens, readTokens, storeTokens, tokenKeys } from './stored-tokens.ts'

const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'
const renewed = { newToken: { value: 'new', expireAt: future }, newRefreshToken: 'refresh-2' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('stored tokens', () => {
  it('SES-018/ui are kept in local storage under token, tokenExpireAt and refreshToken', () => {
    storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
    expect({ ...localStorage }).toMatchObject({ token: 'old', tokenExpireAt: past, refreshToken: 'refresh-1' })
    expect(Object.values(tokenKeys)).toEqual(['token', 'tokenExpireAt', 'refreshToken'])
    clearTokens()
    expect(localStorage.length).toBe(0)
  })
})

describe('token of a call', () => {
  it('SES-020/ui an expired token is exchanged first; both new ones are stored and the new one is sent', async () => {
    storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
    const server = fakeServer({ 'POST /users/refresh-token': renewed, 'GET /brands/list': [] })
    await call('GET /brands/list')
    expect(server.requests.map(({ call, token, body }) => [call, token, body])).toEqual([
      ['POST /users/refresh-token', null, { refreshToken: 'refresh-1' }],
      ['GET /brands/list', 'new', null],
    ])
    expect(readTokens()).toEqual({ token: 'new', expireAt: future, refreshToken: 'refresh-2' })
  })

  it.each([
    ['SES-020/ui', 'a moment ago', 0, true],
    ['SES-021/ui', 'in a second', 1000, false],
  ])('%s a token that expires %s', async (_id, _when, left, exchanged) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z'), toFake: ['Date'] })
    storeTokens({ value: 'old', expireAt: new Date(Date.now() + left).toISOString() }, 'refresh-1')
    const server = fakeServer({ 'POST /users/refresh-token': renewed, 'GET /brands/list': [] })
    await call('GET /brands/list')
    expect(server.of('POST /users/refresh-token')).toHaveLength(exchanged ? 1 : 0)
    expect(server.of('GET /brands/list')[0]?.token).toBe(exchanged ? 'new' : 'old')
  })

  it('SES-020/ui several calls at once exchange it once', async () => {
    storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
    const server = fakeServer({
      'POST /users/refresh-token': renewed,
      'GET /brands/list': [],
      'GET /locales/list': [],
    })
    await Promise.all([call('GET /brands/list'), call('GET /locales/list'), call('GET /brands/list')])
    expect(server.of('POST /users/refresh-token')).toHaveLength(1)
    expect(server.of('GET /brands/list').map(({ token }) => token)).toEqual(['new', 'new'])
  })

  it('SES-021/ui a token that has not expired is sent as it is', async () => {
    storeTokens({ value: 'old', expireAt: future }, 'refresh-1')
    const server = fakeServer({ 'GET /brands/list': [] })
    await call('GET /brands/list')
    expect(server.requests).toEqual([{ call: 'GET /brands/list', params: {}, query: {}, body: null, token: 'old' }])
  })

  it('SES-021/ui an expired token without a refresh token is sent as it is', async () => {
    localStorage.setItem('token', 'old')
    localStorage.setItem('tokenExpireAt', past)
    const server = fakeServer({ 'GET /brands/list': [] })
    await call('GET /brands/list')
    expect(server.requests.map(({ token }) => token)).toEqual(['old'])
  })

  it('takes the token another tab has just fetched when its own exchange is refused', async () => {
    storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
    const server = fakeServer({
      'POST /users/refresh-token': () => {
        storeTokens({ value: 'theirs', expireAt: future }, 'refresh-9')
        throw new RefusedCallError(50012, 'You have been logged out.')
      },
      'GET /brands/list': [],
    })
    await call('GET /brands/list')
    expect(server.of('GET /brands/list')[0]?.token).toBe('theirs')
  })
})

describe('two tabs at the expiry', () => {
  /** The same browser, another tab: modules of its own, the same storage. */
  const anotherTab = async () => {
    vi.resetModules()
    return import('./call.ts')
  }

  it.each(['locks of the browser', 'a lease where there are no locks'])(
    'SES-020/ui exchange the token once, by %s',
    async (way) => {
      if (way === 'locks of the browser') vi.stubGlobal('navigator', { ...navigator, locks: fakeLocks() })
      storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
      let good = 'refresh-1'
      const server = fakeServer({
        'POST /users/refresh-token': async ({ body }: FakeRequest) => {
          // As the server does: a second use ends the session.
          if ((body as { refreshToken: string }).refreshToken !== good)
            throw new RefusedCallError(50012, 'You have been logged out.')
          good = 'refresh-2'
          await new Promise((resolve) => setTimeout(resolve, 100))
          return renewed
        },
        'GET /brands/list': [],
      })
      const tabs = [await anotherTab(), await anotherTab(), await anotherTab()]
      await Promise.all(tabs.map((tab) => tab.call('GET /brands/list')))
      expect(server.of('POST /users/refresh-token')).toHaveLength(1)
      expect(server.of('GET /brands/list').map(({ token }) => token)).toEqual(['new', 'new', 'new'])
    },
  )

  it('a tab closed in the middle holds the others up only until its lease has run out', async () => {
    localStorage.setItem('millraceRefreshLease', JSON.stringify({ owner: 'closed', until: Date.now() + 200 }))
    storeTokens({ value: 'old', expireAt: past }, 'refresh-1')
    fakeServer({ 'POST /users/refresh-token': renewed, 'GET /brands/list': [] })
    await call('GET /brands/list')
    expect(readTokens()?.token).toBe('new')
    expect(localStorage.getItem('millraceRefreshLease')).toBeNull()
  })
})

/** One at a time, in the order of asking. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: <T>(_name: string, task: () => Promise<T>) => {
      const mine = last.then(task)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
