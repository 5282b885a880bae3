import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { runtimeRoot } from '@millrace/contract'
import { StartError } from '../start-error.ts'
import { parseAllowedHosts } from '../outbound/allowed-hosts.ts'
import type { Settings } from './settings.ts'

type Environment = Record<string, string | undefined>

/**
 * The settings from environment variables, each with a default that works. An empty value counts as absent.
 * @param repository folder that a relative MILLRACE_DATA or MILLRACE_FILES starts from
 * @throws StartError with one sentence that names the variable and what it takes
 */
export function readSettings(env: Environment, repository = process.cwd()): Settings {
  const text = (name: string): string | null => env[name]?.trim() || null
  const port = number(env, 'PORT', 3000, 0, 65_535)
  const dataFolder = resolve(repository, text('MILLRACE_DATA') ?? 'data')
  return {
    port,
    host: text('HOST'),
    dataFolder,
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    filesFolder: filesFolder(text('MILLRACE_FILES'), dataFolder, repository),
    secret: secret(text('MILLRACE_SECRET')),
    timeZone: timeZone(text('MILLRACE_TIME_ZONE')),
    title: text('MILLRACE_TITLE') ?? 'Millrace',
    publicUrl: publicUrl(text('MILLRACE_PUBLIC_URL'), port),
    runtimeUrl: runtimeUrl(text('MILLRACE_RUNTIME_URL'), publicUrl(text('MILLRACE_PUBLIC_URL'), port)),
    workers: number(env, 'MILLRACE_WORKERS', availableParallelism(), 1, 64),
    spareRunner: yesOrNo(env, 'MILLRACE_SPARE_RUNNER') ?? true,
    demo: yesOrNo(env, 'MILLRACE_DEMO'),
    demoImports: yesOrNo(env, 'MILLRACE_DEMO_IMPORTS') ?? true,
    tokenMinutes: number(env, 'MILLRACE_TOKEN_MINUTES', 60, 1, 1440),
    refreshDays: number(env, 'MILLRACE_REFRESH_DAYS', 7, 1, 365),
    keepDays: number(env, 'MILLRACE_KEEP_DAYS', 90, 1, 36_500),
    trustProxy: trustProxy(env),
    requireTfa: yesOrNo(env, 'MILLRACE_REQUIRE_TFA') ?? false,
    allowedHosts: allowedHosts(text('MILLRACE_ALLOWED_HOSTS') ?? ''),
    metricsToken: metricsToken(text('MILLRACE_METRICS_TOKEN')),
    maxCallsPerMinute: number(env, 'MILLRACE_CALLS_PER_MINUTE', 6000, 60, 1_000_000),
    maxConnectionsPerAddress: number(env, 'MILLRACE_CONNECTIONS_PER_ADDRESS', 1000, 10, 100_000),
    smtpUrl: smtpUrl(text('MILLRACE_SMTP_URL')),
    mailFrom: text('MILLRACE_MAIL_FROM') ?? 'Millrace <millrace@localhost>',
    adminEmail: text('MILLRACE_ADMIN_EMAIL'),
    logLevel: logLevel(text('MILLRACE_LOG_LEVEL')),
  }
}

function refuse(name: string, value: string, takes: string): never {
  throw new StartError(`${name} is '${value}', but it takes ${takes}.`)
}

function number(env: Environment, name: string, absent: number, least: number, most: number): number {
  const value = env[name]?.trim()
  if (!value) return absent
  const found = Number(value)
  if (!/^\d+$/.test(value) || found < least || found > most)
    refuse(name, value, `a whole number from ${least} to ${most}`)
  return found
}

function yesOrNo(env: Environment, name: string): boolean | null {
  const value = env[name]?.trim().toLowerCase()
  if (!value) return null
  if (['1', 'true', 'yes', 'on'].includes(value)) return true
  if (['0', 'false', 'no', 'off'].includes(value)) return false
  return refuse(name, value, '1 or 0')
}

/** A number of proxies and not a yes: who trusted all that is forwarded would believe what the client put first. */
function trustProxy(env: Environment): number {
  const value = env.MILLRACE_TRUST_PROXY?.trim() ?? ''
  if (/^[2-9]$/.test(value)) return Number(value)
  return yesOrNo(env, 'MILLRACE_TRUST_PROXY') ? 1 : 0
}

function databaseUrl(value: string | null): string | null {
  if (value === null) return null
  const protocol = URL.parse(value)?.protocol
  // The address itself is not repeated: it holds a password.
  if (protocol === 'postgres:' || protocol === 'postgresql:') return value
  throw new StartError('DATABASE_URL is not an address like postgresql://user:password@host:5432/database.')
}

function filesFolder(value: string | null, dataFolder: string, repository: string): string {
  if (value === null) return resolve(dataFolder, 'files')
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(value)) refuse('MILLRACE_FILES', value, 'a folder')
  return resolve(repository, value)
}

/** Checked at the start: an entry that is misspelt would only be missed when an import runs. */
function allowedHosts(value: string): string[] {
  const hosts = value.split(',').flatMap((host) => host.trim().toLowerCase() || [])
  try {
    parseAllowedHosts(hosts)
    return hosts
  } catch (error) {
    throw new StartError(`MILLRACE_ALLOWED_HOSTS: ${(error as Error).message}.`)
  }
}

function secret(value: string | null): string | null {
  if (value === null || value.length >= 16) return value
  throw new StartError('MILLRACE_SECRET is too short, but it takes a random text of 16 characters or more.')
}

function metricsToken(value: string | null): string | null {
  if (value === null || value.length >= 16) return value
  throw new StartError('MILLRACE_METRICS_TOKEN is too short, but it takes a random text of 16 characters or more.')
}

function timeZone(value: string | null): string {
  if (value === null) return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  try {
    // Only a check: the resolved name is an older spelling for some zones.
    Intl.DateTimeFormat('en', { timeZone: value })
    return value
  } catch {
    return refuse('MILLRACE_TIME_ZONE', value, 'the name of a time zone such as Europe/Paris')
  }
}

function publicUrl(value: string | null, port: number): string {
  const url = value ?? `http://localhost:${port}`
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    refuse('MILLRACE_PUBLIC_URL', url, 'an address that starts with http:// or https://')
  return url.replace(/\/+$/, '')
}

function runtimeUrl(value: string | null, apiOrigin: string): string | null {
  if (value === null) return `${apiOrigin}${runtimeRoot}`
  if (value.toLowerCase() === 'off') return null
  const { protocol = '', pathname = '' } = URL.parse(value) ?? {}
  if (/^https?:$/.test(protocol) && pathname.replace(/\/+$/, '').endsWith(runtimeRoot)) return value.replace(/\/+$/, '')
  return refuse('MILLRACE_RUNTIME_URL', value, `off, or an address like https://data.example.com${runtimeRoot}`)
}

function smtpUrl(value: string | null): string | null {
  if (value === null || /^smtps?:$/.test(URL.parse(value)?.protocol ?? '')) return value
  throw new StartError('MILLRACE_SMTP_URL is not an address like smtp://user:password@host:587.')
}

function logLevel(value: string | null): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (value === null || levels.includes(value)) return value ?? 'info'
  return refuse('MILLRACE_LOG_LEVEL', value, `one of ${levels.join(', ')}`)
}
