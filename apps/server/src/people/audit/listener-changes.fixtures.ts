import { type ImportWorld, manualSource } from '../../work/imports/imports.fixtures.ts'
import { makeReady } from '../../work/imports/plans/planning.fixtures.ts'

/** A call to make, and the row of the audit that it must leave. */
type ListenerChange = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  row: { kind: 'listener'; action: string; before?: unknown; after?: unknown }
}

const held = 'no such message'

/** A change for every call of listeners, by the name of the call. */
export function listenerChanges(world: () => ImportWorld): Record<string, () => Promise<ListenerChange>> {
  const sam = () => world().people['super-admin']
  const withListener = async () => {
    const source = manualSource('rows', { connectorType: 'listener', contentType: 'json' })
    const { country } = await makeReady(world(), { sources: [source] })
    const listeners = [{ name: 'orders', kind: 'http' as const, source: 'rows' }]
    return world().pipelines.save(sam(), { ...country, listeners })
  }
  const published = async () => (await world().listeners.publish(sam(), (await withListener())._id))._id
  const row = (action: string, after?: unknown) => ({ kind: 'listener' as const, action, after })
  const of = (action: string, body: unknown, after?: unknown) => async (): Promise<ListenerChange> => ({
    params: { id: await published() },
    body,
    row: row(action, after),
  })
  const path = 'POST /pipelines/deployed-listener/{id}'
  return {
    'POST /pipelines/publish-listener': async () => ({
      body: { id: (await withListener())._id },
      row: { ...row('publish', { listeners: ['orders'] }), before: null },
    }),
    'DELETE /pipelines/deployed-listener': async () => ({
      query: { id: await published() },
      row: { ...row('un-publish', null), before: { listener: 'orders' } },
    }),
    [`${path}/pause`]: of('pause', { paused: true }, { paused: true }),
    [`${path}/messages/resume`]: of('resume messages', { ids: [held] }, { resumed: 0 }),
    [`${path}/messages/drop`]: of('drop messages', { ids: [held] }, null),
  }
}
