import {
  apiRoot,
  type ClientToServer,
  initialLogLines,
  type Log,
  type LogInit,
  type ServerToClient,
} from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, makePipelines, until } from '../imports/imports.fixtures.ts'
import { appendLogs } from './append-logs.ts'

let world: ImportWorld
let pipelineId: string
beforeAll(async () => {
  world = await makeImportWorld()
  pipelineId = (await makePipelines(world)).country._id
})
afterAll(() => world.close())

async function quietUpload(id: string): Promise<string> {
  const seen = await world.access.seen(world.people.manager, pipelineId)
  const row = {
    id,
    pipeline_id: seen.pipelineId,
    version_id: pipelineId,
    status: 'valid' as const,
    size: 1,
    sha256: '',
  }
  const names = { data_sub_kind: 'rows', origin: 'source' as const, file_key: id }
  await world.platform.db
    .insertInto('uploads')
    .values({ ...row, ...names })
    .execute()
  return id
}
const write = (id: string, count: number) => {
  const line = (n: number) => ({ at: new Date(), level: 'info' as const, message: `line ${n}` })
  return appendLogs(
    world.platform.db,
    { upload: id },
    Array.from({ length: count }, (_, n) => line(n)),
    null,
  )
}

it('GUARANTEE G11 lines older than the first list are not pushed after it, new ones of the same upload are', async () => {
  const [older, newer] = [await quietUpload('older-one'), await quietUpload('newer-one')]
  await write(older, 30)
  await write(newer, initialLogLines)
  const socket: Socket<ServerToClient, ClientToServer> = io(world.url, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
  })
  const pushed: Log[] = []
  const inits: LogInit[] = []
  socket.on('init', (message) => message.model === 'logs' && inits.push(message))
  socket.on('change', ({ data }) => pushed.push(...(data as Log[])))
  const { token } = world.people.manager
  socket.emit('subscribe', { token, model: 'logs', filter: { uploadId: [newer, older] } }, () => {})
  try {
    const init = await until('the first list', async () => inits[0] ?? null)
    expect(init.total).toBe(initialLogLines + 30)
    expect(init.data.filter(({ uploadId }) => uploadId === older)).toEqual([])
    await write(older, 1)
    await until('the new line', async () => (pushed.length > 0 ? true : null))
    expect(pushed.map(({ uploadId, seq }) => `${uploadId} ${seq}`)).toEqual([`${older} 31`])
  } finally {
    socket.disconnect()
  }
})
