import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTokens } from '../../api/stored-tokens.ts'
import { callKey, queryClient } from '../../api/use-call.ts'
import { parseSearch } from '../../routing/address.ts'
import { exampleImport, exampleJob } from '../../work/imports/imports.examples.ts'
import { ImportPage } from '../../work/imports/ImportPage.tsx'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { readWizardPlace } from '../../work/imports/wizard-address.ts'
import { examplePipeline, exampleSource, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { fakeServer } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { exampleUpload } from '../../work/uploads/uploads.examples.ts'
import { currentRole, currentSession, forgetSession, startSession } from './session.ts'
import { sendCode, signIn } from './sign-in.ts'
import { tfa } from './tfa-state.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const signed = { token: { value: 'fresh', expireAt: '2999-01-01T00:00:00.000Z' }, refreshToken: 'refresh' }
const credentials = { username: 'marc.manager', password: 'Try-this-1now' }

beforeEach(() => {
  tfa.dismiss()
  forgetSession()
})
afterEach(() => vi.unstubAllGlobals())

describe('what the session holds', () => {
  it('SES-027/ui the two-factor step: displayed, challenge, secret, picture, recovery codes; then both tokens', async () => {
    fakeServer({
      'POST /users/login': { tfa: { _id: 'challenge', secret: 'ABCD', qrcode: 'data:image/svg+xml,x' } },
      'POST /users/tfa': { ...signed, recoveryCodes: ['abcdefghij'] },
    })
    await expect(signIn(credentials)).resolves.toBe('second factor')
    expect(tfa.get()).toEqual({
      displayed: true,
      _id: 'challenge',
      secret: 'ABCD',
      qrcode: 'data:image/svg+xml,x',
      recoveryCodes: [],
    })
    tfa.showCodes(await sendCode('123456'))
    expect(tfa.get()).toMatchObject({ displayed: true, secret: null, qrcode: null, recoveryCodes: ['abcdefghij'] })
    tfa.dismiss()
    expect(tfa.get()).toMatchObject({ displayed: false, _id: '', recoveryCodes: [] })
    expect(readTokens()).toEqual({ token: 'fresh', expireAt: signed.token.expireAt, refreshToken: 'refresh' })
  })

  it('SES-027/ui the role and whether dealers alone may be uploaded', () => {
    const info = sessionInfo('user')
    startSession({ ...info, user: { ...info.user, unrestrictedUpload: true } })
    expect(currentRole()).toBe('user')
    expect(currentSession()?.user.unrestrictedUpload).toBe(true)
    forgetSession()
    expect(currentSession()).toBeNull()
  })

  it('SES-027/ui what the wizard is about: pipelines, static types, selection, filter, uploads, import, job and schedule', async () => {
    const pipeline = examplePipeline({ dataSources: [exampleSource()] })
    const offer = { ...exampleTypes, pipelines: [pipeline] }
    const run = { imp: exampleImport(), job: exampleJob() }
    const uploads = [exampleUpload()]
    fakeServer({
      'GET /users/pipelines': offer,
      'GET /uploads/last-all': uploads,
      'GET /imports/job': run,
    })
    const at = '/import/upload?brand=b1&locale=l2&productLine=p1&datakind=d1&pipeline=fr&step=4&imports=i1'
    const { address } = renderScreen(ImportPage, { at })
    await screen.findByRole('group', { name: 'Plan your import' })
    expect(readWizardPlace(parseSearch(address().split('?')[1] ?? ''))).toEqual({
      brand: 'b1',
      locale: 'l2',
      productLine: 'p1',
      datakind: 'd1',
      pipeline: 'fr',
      step: 4,
      imports: ['i1'],
    })
    const held = (name: 'GET /users/pipelines' | 'GET /uploads/last-all' | 'GET /imports/job') =>
      queryClient.getQueriesData({ predicate: ({ queryKey }) => queryKey[0] === name }).map(([, data]) => data)
    expect(queryClient.getQueryData(callKey('GET /users/pipelines'))).toEqual(offer)
    await waitFor(() => expect(held('GET /uploads/last-all')).toContainEqual(uploads))
    await waitFor(() => expect(held('GET /imports/job')).toContainEqual(run))
  })
})
