import type { CodeScope } from '../code-scope.ts'

/**
 * What every piece of code finds in `ctx` beside its ports, as docs/engine.md says it: the guest's driver.guest.js
 * (`log`), leaves.guest.js (`ctx`) and requests.guest.js (`db`, `http`) are what it describes.
 */
export function sandboxTypes({ connections, isDB, isIO }: CodeScope): string {
  const names = (connections ?? []).map((name) => JSON.stringify(name))
  return `
interface Log {
  info(...parts: unknown[]): void
  warn(...parts: unknown[]): void
  /** Writes a line and goes on; only a throw ends the run. */
  error(...parts: unknown[]): void
  success(...parts: unknown[]): void
}
/** What the run is about. In a test run it is what the test context says. */
export interface RunContext {
  pipeline: { name: string; version: number }
  locale: {
    /** Such as fr. */
    language: string
    /** Such as FR. */
    country: string
    /** Such as fr-FR. */
    label: string
    [name: string]: any
  }
  brand: any
  productLine: any
  datakind: any
  /** The instant the run was planned for, at which the clock stands. */
  now: string
  /** Such as Europe/Paris. */
  timeZone: string
  settings: Record<string, any>
  [name: string]: any
}
interface Sandbox {
  rt_context: RunContext
  readonly log: Readonly<Log>${isDB === true ? '\n  readonly db: Readonly<Database>' : ''}${isIO === true ? '\n  readonly http: Readonly<Http>' : ''}
}
type Connection = ${[...names, '(string & {})'].join(' | ')}
type DatabaseRow = Record<string, any>
type DatabaseValue = string | number | bigint | boolean | object | null
interface Database {
  /**
   * The rows of a reading statement, at most 10,000.
   * @param connection the name of a database connection
   * @param sql values stand in it as $1 (PostgreSQL) or ? (MySQL, MariaDB)
   * @param parameters the values, in their order; null stands for no value
   */
  query(connection: Connection, sql: string, parameters?: readonly DatabaseValue[] | null): Promise<DatabaseRow[]>
  /**
   * The rows of a reading statement one by one, however many: \`for await (const row of ctx.db.stream(…))\`.
   * @param connection the name of a database connection
   * @param sql values stand in it as $1 (PostgreSQL) or ? (MySQL, MariaDB)
   * @param parameters the values, in their order; null stands for no value
   */
  stream(connection: Connection, sql: string, parameters?: readonly DatabaseValue[] | null): AsyncGenerator<DatabaseRow>
}
type HttpTexts = Record<string, string | number | boolean | bigint | null | undefined>
interface HttpOptions {
  headers?: HttpTexts | null
  /** Parameters behind the question mark. */
  query?: HttpTexts | null
  /** Text to send; not together with json. */
  body?: string | null
  /** A value to send as JSON. */
  json?: any
}
interface HttpAnswer {
  readonly status: number
  /** Whether the status is one of 200 to 299. */
  readonly ok: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The answer read as JSON; null when it is none. */
  readonly json: any
}
interface Http {
  get(url: string, options?: HttpOptions | null): Promise<HttpAnswer>
  /** @param json the value to send */
  post(url: string, json?: any, options?: HttpOptions | null): Promise<HttpAnswer>
  request(request: HttpOptions & { url: string; method?: string }): Promise<HttpAnswer>
}`
}

/** What the sandbox has beside ECMAScript: `console` and `require`, and no timer, file or network. */
export function globalTypes({ modules }: Pick<CodeScope, 'modules'>): string {
  const names = modules?.flatMap(({ name, version }) => [name, `${name}@${version}`])
  const declared = (names ?? ['*']).map((name) => `declare module ${JSON.stringify(name)};`)
  return `
interface Console {
  log(...parts: unknown[]): void
  info(...parts: unknown[]): void
  debug(...parts: unknown[]): void
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
/** Writes to the log of the run, as ctx.log does. */
declare const console: Console
/** A module that comes with the product or that a super-admin allows. The name is written out. */
declare function require(name: string): any
${declared.join('\n')}
`
}
