import type { LivePresence } from '@millrace/contract'
import pino from 'pino'
import type { Socket } from 'socket.io'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenEditor, PresenceService } from '../../documents/presence/presence.service.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createPresenceLive } from './presence.live.ts'

const versionId = 'v1'
const caller = { userId: 'sam' } as Caller
const alone: LivePresence = {
  _id: versionId,
  sys_version: 1,
  savedAt: '2026-01-01T00:00:00Z',
  savedBy: 'Sam',
  people: [],
}
const withAda = { ...alone, people: [{ _id: 'ada', name: 'Ada', since: '2026-01-01T00:00:01Z', self: false }] }
const someoneCame = { about: 'presence', versionId } as const

/** Follows a version whose list is answered when the test says so, and keeps what the socket is sent. */
function follow() {
  const told: [event: string, people: number][] = []
  const answers: ((list: LivePresence[]) => void)[] = []
  const presence = {
    open: async (): Promise<OpenEditor> => ({ ids: new Map([[versionId, 'e1']]), userId: caller.userId }),
    list: () => new Promise<LivePresence[]>((resolve) => answers.push(resolve)),
    close: async () => {},
  } as unknown as PresenceService
  const socket = {
    id: 's1',
    conn: { writeBuffer: [], transport: {} },
    emit: (event: string, { data }: { data: LivePresence | LivePresence[] }) =>
      told.push([event, [data].flat().reduce((sum, { people }) => sum + people.length, 0)]),
  } as unknown as Socket
  const filter = { _id: [versionId] }
  const subscription = createPresenceLive({ presence, log: pino({ enabled: false }) }).follow(
    socket,
    { token: 't', model: 'presence', filter },
    { pipelineIds: null, caller },
  )
  return { told, answers, subscription }
}

describe('who has a document open, as it is first told', () => {
  let end = () => {}
  afterEach(() => end())

  it.each([
    { title: 'once where nothing is new', second: alone, told: [['init', 0]] },
    {
      title: 'and then who came meanwhile',
      second: withAda,
      told: [
        ['init', 0],
        ['change', 1],
      ],
    },
  ])('is told $title, though a notice comes while it is read', async ({ second, told: expected }) => {
    const { told, answers, subscription } = follow()
    end = () => subscription.end()
    const begun = subscription.begin()
    await expect.poll(() => answers).toHaveLength(1)
    subscription.onNotice(someoneCame)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([told, answers.length]).toEqual([[], 1])
    answers[0]?.([alone])
    await begun
    await expect.poll(() => answers).toHaveLength(2)
    answers[1]?.([second])
    await expect.poll(() => told).toEqual(expected)
    subscription.onNotice(someoneCame)
    await expect.poll(() => answers).toHaveLength(3)
    expect(told).toEqual(expected)
  })
})
