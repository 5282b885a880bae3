import { once } from 'node:events'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { isTableEmpty, createPostgresqlStage, STAGE, tryMergeLock } from './postgresql-merge.ts'
import type { PostgresqlTarget } from './postgresql-target.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Bytes that go into the table at once, and that are kept until it has taken them. */
const chunkBytes = 2 << 20
const newline = 10

/**
 * Whether the records of this run may go straight into the table as they come: it holds none, nobody else merges into
 * it, and nothing of its own looks at what is inserted. Asked inside the transaction; what it locks stays locked.
 */
export async function canLoadDirectly(client: Client, target: PostgresqlTarget, options: TableSinkOptions) {
  // A record of somebody else's may come meanwhile, which an insert must not change.
  if (options.mode === 'insert' || !target.keysNotNull || !target.isPlain) return false
  if (!(await isTableEmpty(client, target))) return false
  // Looked at again behind the lock: who held it may have filled the table.
  if ((await tryMergeLock(client, target)) && (await isTableEmpty(client, target))) return true
  await client.query('rollback')
  await client.query('begin')
  return false
}

/**
 * Takes the text of COPY and puts it straight into a table without rows, chunk by chunk while the next is read: the
 * merge at the end of a run falls away. From the first chunk on that the table does not take as it is (a key comes
 * again, a value does not fit), all goes into the stage, and is judged and merged as ever.
 */
export class DirectLoad extends Writable {
  /** Records that are in the table. */
  straight = 0
  readonly #client: Client
  readonly #target: PostgresqlTarget
  #stage: CopyStreamQuery | null = null
  #held: Buffer[] = []
  #bytes = 0

  constructor(client: Client, target: PostgresqlTarget) {
    super()
    this.#client = client
    this.#target = target
    // Between two chunks no statement is under way that would fail.
    client.on('error', (problem) => this.destroy(problem))
  }

  /** Records in the stage; null when the table took all. */
  get staged(): number | null {
    return this.#stage === null ? null : this.#stage.rowCount
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end().then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stage?.destroy()
    done(error)
  }

  async #take(chunk: Buffer): Promise<void> {
    if (this.#stage !== null) return written(this.#stage, chunk)
    // A raw line break ends a record: inside of one it is written as two characters.
    const end = chunk.lastIndexOf(newline) + 1
    this.#held.push(end === 0 ? chunk : chunk.subarray(0, end))
    this.#bytes += chunk.length
    if (end === 0) return
    if (this.#bytes >= chunkBytes) await this.#load()
    if (end === chunk.length) return
    if (this.#stage !== null) return written(this.#stage, chunk.subarray(end))
    this.#held.push(chunk.subarray(end))
  }

  async #end(): Promise<void> {
    if (this.#held.length > 0) await this.#load()
    if (this.#stage === null) return
    const taken = finished(this.#stage)
    this.#stage.end()
    await taken
  }

  async #load(): Promise<void> {
    const chunk = Buffer.concat(this.#held)
    this.#held = []
    this.#bytes = 0
    await this.#client.query('savepoint chunk')
    try {
      const copy = this.#copyInto(this.#target.name)
      const taken = finished(copy)
      copy.end(chunk)
      await taken
      this.straight += copy.rowCount
      await this.#client.query('release savepoint chunk')
    } catch (error) {
      await this.#client.query('rollback to savepoint chunk').catch(() => {
        // The connection is gone: that is what happened, not what the table said.
        throw error
      })
      await createPostgresqlStage(this.#client, this.#target)
      this.#stage = this.#copyInto(STAGE)
      this.#stage.on('error', (problem) => this.destroy(problem))
      await written(this.#stage, chunk)
    }
  }

  #copyInto(table: string): CopyStreamQuery {
    const copy = this.#client.query(copyFrom(`copy ${table} (${this.#target.columns.join(', ')}) from stdin`))
    // Whoever waits for it hears of the fault; it may be told once more when the rest cannot be sent.
    copy.on('error', () => {})
    return copy
  }
}

async function written(into: Writable, chunk: Buffer): Promise<void> {
  if (!into.write(chunk)) await once(into, 'drain')
}
