import {
  ApiError,
  type Body,
  type DataSink,
  type SinkCheck,
  type SinkField,
  type TableTarget,
} from '@millrace/contract'
import { checkTarget } from '@millrace/engine/host/pipelines/check-target'
import type { ConnectionsService, OpenedConnection } from '../../../documents/connections/connections.service.ts'
import type { EditedPipelines, PortRows } from '../../../documents/pipelines/edited-pipeline.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { createCallSemaphore } from '../../../platform/http/call-semaphore.ts'
import { type Outbound, OutboundError } from '../../../platform/outbound/outbound.ts'

export type SinkChecks = ReturnType<typeof createSinkChecks>

/** A database that does not answer is told within twice this time. */
const maxAnswerMs = 5000

const refused = (field: SinkField, message: string): SinkCheck => ({
  ok: false,
  problems: [{ field, message }],
  columns: [],
  unfilled: [],
  uniqueKeys: [],
})
const fine: SinkCheck = { ok: true, problems: [], columns: [], unfilled: [], uniqueKeys: [] }

/** Dry runs of sinks while they are set up: what an import would be refused for. Nothing is written, nothing is sent. */
export function createSinkChecks({
  editedPipelines,
  connections,
  outbound,
}: {
  editedPipelines: EditedPipelines
  connections: Pick<ConnectionsService, 'openUsable'>
  outbound: Pick<Outbound, 'check'>
}) {
  const semaphore = createCallSemaphore({ max: 8, maxEach: 2, maxWaiting: 8, maxWaitingEach: 2 })

  async function ofTable(caller: Caller, name: string, target: TableTarget, rows: PortRows): Promise<SinkCheck> {
    let opened: OpenedConnection
    try {
      opened = await connections.openUsable(caller, target.connection)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refused('connection', 'You may not use this database connection, or it no longer exists')
    }
    const { type, name: called, connectionString, options, platform } = opened
    const limits = { connectMs: maxAnswerMs, statementMs: maxAnswerMs, firstRowMs: maxAnswerMs }
    const { rowSchema, schemas, problem } = rows
    if (rowSchema === null) return refused('name', problem ?? 'Nothing is known of the records of this sink')
    return checkTarget(
      { type, name: called, connectionString, options, platform, limits },
      { name, target, rowSchema, schemas },
    )
  }

  function ofAddress({ target }: DataSink): SinkCheck {
    if (target?.kind !== 'http') return fine
    try {
      outbound.check(target.url, target.headers)
      return fine
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return refused(/header/i.test(error.message) ? 'headers' : 'url', error.message)
    }
  }

  return {
    /**
     * POST /pipelines/check-sink: problems beside the fields to mend; a sink without a target has none.
     * @throws ApiError 40400 for an unseen pipeline or component; 40000 when a hidden address must be typed again; 42900
     */
    async check(
      caller: Caller,
      { id, component, sink: edited }: Body<'POST /pipelines/check-sink'>,
    ): Promise<SinkCheck> {
      const pipeline = await editedPipelines.open(caller, { id, component, writes: true })
      const sink = pipeline.withSecrets.sink(edited)
      const { target } = sink
      if (target?.kind !== 'table') return ofAddress(sink)
      const rows = await pipeline.rowsOf('output', sink.name)
      return semaphore.run(caller.userId, () => ofTable(caller, sink.name, target, rows))
    },
  }
}
