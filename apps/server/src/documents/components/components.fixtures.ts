import { type ComponentInput, listOfSchema } from '@millrace/contract'
import { startTestApp } from '../../test-support/app.ts'
import { freshName, makeBadge, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'

export type ComponentWorld = Awaited<ReturnType<typeof makeComponentWorld>>

/** A link between two ports, each named by its instance ('' is the component itself) and its name. */
export const link = (from: [string, string], to: [string, string], jsCode = '') => ({
  name: `${from.join('.')} to ${to.join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode,
})

/** The whole server with a person of each role and calls to save components and to run them; `close` ends it. */
export async function makeComponentWorld(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp({ worker: false, ...options })
  const people = await makeUserOfEachRole(app.db)
  const { _id: schema } = await app.services.schemas.save(people.manager, {
    name: 'Row',
    jsonSchema: { type: 'object' },
  })

  const list = () => listOfSchema(schema)
  const save = (more: Partial<ComponentInput>, caller: TestUser = people.manager) =>
    app.services.components.save(caller, {
      name: freshName('Part'),
      kind: 'instruction',
      inputs: [{ name: 'rows', inputSchema: list() }],
      outputs: [{ name: 'out', outputSchema: list() }],
      ...more,
    })
  const leaf = (jsCode: string, more: Partial<ComponentInput> = {}) => save({ jsCode, ...more })
  const execute = (id: string, body: { payload: unknown; rt_context: unknown }, as: TestUser = people.manager) =>
    app.call('POST /components/{id}/execute', { as, params: { id }, body })
  const run = async (jsCode: string, more: Partial<ComponentInput> = {}, as: TestUser = people.manager) =>
    execute((await leaf(jsCode, more))._id, { payload: { rows: [{ n: 1 }] }, rt_context: { locale: 'fr' } }, as)
  /** A workflow with one instance, 'box', of a workflow that contains a component; `hide` takes both from the manager. */
  async function outerOfHidden() {
    const inner = await leaf(`ctx.log.info('covert line'); ctx.output.out = [{ n: 2 }]`, {
      name: freshName('Covert inner'),
    })
    const hidden = await save({
      name: freshName('Covert'),
      kind: 'workflow',
      instances: [{ name: 'inner', instanceOf: inner._id }],
      links: [link(['', 'rows'], ['inner', 'rows']), link(['inner', 'out'], ['', 'out'])],
    })
    const outer = await save({
      kind: 'workflow',
      instances: [{ name: 'box', instanceOf: hidden._id }],
      links: [link(['', 'rows'], ['box', 'rows']), link(['box', 'out'], ['', 'out'])],
    })
    const badge = await makeBadge(app.db)
    // What is inside what is not seen is closed with it, though it may be seen by itself.
    const hide = () =>
      app.services.documents.setRules(people['super-admin'], 'component', hidden._id, { read: [[badge]], write: [] })
    return { outer, hidden, hide }
  }
  return { app, people, schema, list, save, leaf, execute, run, outerOfHidden, close: () => app.close() }
}
