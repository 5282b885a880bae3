/** Settings of the product, read once from the environment. docs/operations.md lists them. */
export type Settings = {
  port: number
  /** null: decided at start (loopback while demo people exist with their password). */
  host: string | null
  dataFolder: string
  databaseUrl: string | null
  filesFolder: string
  secret: string | null
  timeZone: string
  title: string
  publicUrl: string
  /** Where published endpoints are served, without a slash at its end; null when that is switched off (D-138). */
  runtimeUrl: string | null
  workers: number
  /** Whether a process of workers keeps a runner started ahead for the next small import. */
  spareRunner: boolean
  /** null: on only when the database is embedded and empty. */
  demo: boolean | null
  /** Whether a demo that is made begins with some imports that have run. */
  demoImports: boolean
  tokenMinutes: number
  refreshDays: number
  keepDays: number
  /** How many reverse proxies stand before the server, each of which adds to X-Forwarded-For. */
  trustProxy: number
  /** Asks everybody for a second factor, whatever is stored of them. */
  requireTfa: boolean
  allowedHosts: string[]
  /** What /metrics asks for as a bearer token; null: it answers this machine alone. */
  metricsToken: string | null
  /** Calls of one session within a minute. */
  maxCallsPerMinute: number
  /** Open connections of one address. */
  maxConnectionsPerAddress: number
  smtpUrl: string | null
  mailFrom: string
  adminEmail: string | null
  logLevel: string
}
