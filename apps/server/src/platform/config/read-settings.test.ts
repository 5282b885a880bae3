import { describe, expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

describe('settings', () => {
  it('all have a default that works', () => {
    const settings = readSettings({ PORT: '', MILLRACE_DEMO: ' ' }, '/repository')
    expect(settings).toMatchObject({
      port: 3000,
      host: null,
      dataFolder: '/repository/data',
      filesFolder: '/repository/data/files',
      databaseUrl: null,
      demo: null,
      demoImports: true,
      spareRunner: true,
      tokenMinutes: 60,
      refreshDays: 7,
      title: 'Millrace',
      publicUrl: 'http://localhost:3000',
      runtimeUrl: 'http://localhost:3000/runtime/v1',
      allowedHosts: [],
    })
    expect(settings.workers).toBeGreaterThan(0)
  })

  it('are read from the environment', () => {
    const settings = readSettings(
      {
        PORT: '8080',
        MILLRACE_DATA: 'elsewhere',
        MILLRACE_FILES: '/files',
        MILLRACE_DEMO: '0',
        MILLRACE_DEMO_IMPORTS: '0',
        MILLRACE_SPARE_RUNNER: 'off',
        MILLRACE_TIME_ZONE: 'Asia/Kathmandu',
        MILLRACE_ALLOWED_HOSTS: 'One.example, two.example,',
        MILLRACE_PUBLIC_URL: 'https://import.example/',
      },
      '/repository',
    )
    expect(settings).toMatchObject({
      port: 8080,
      dataFolder: '/repository/elsewhere',
      filesFolder: '/files',
      demo: false,
      demoImports: false,
      spareRunner: false,
      timeZone: 'Asia/Kathmandu',
      allowedHosts: ['one.example', 'two.example'],
      publicUrl: 'https://import.example',
    })
  })

  it.each([
    ['', 0],
    ['0', 0],
    ['off', 0],
    ['1', 1],
    ['yes', 1],
    ['3', 3],
  ])('MILLRACE_TRUST_PROXY %j trusts %i proxies', (MILLRACE_TRUST_PROXY, trustProxy) => {
    expect(readSettings({ MILLRACE_TRUST_PROXY })).toMatchObject({ trustProxy })
  })

  it.each([
    ['', 'https://import.example/runtime/v1'],
    ['https://data.example/runtime/v1/', 'https://data.example/runtime/v1'],
    ['https://example.org/behind/runtime/v1', 'https://example.org/behind/runtime/v1'],
    ['off', null],
  ])('API-086/api MILLRACE_RUNTIME_URL %j serves endpoints at %j', (MILLRACE_RUNTIME_URL, runtimeUrl) => {
    const settings = readSettings({ MILLRACE_RUNTIME_URL, MILLRACE_PUBLIC_URL: 'https://import.example/' })
    expect(settings).toMatchObject({ runtimeUrl })
  })

  it('MILLRACE_REQUIRE_TFA is off unless switched on', () => {
    expect(readSettings({})).toMatchObject({ requireTfa: false })
    expect(readSettings({ MILLRACE_REQUIRE_TFA: '1' })).toMatchObject({ requireTfa: true })
  })

  it.each([
    [{ MILLRACE_TRUST_PROXY: '10.0.0.1' }, "MILLRACE_TRUST_PROXY is '10.0.0.1', but it takes 1 or 0."],
    [{ PORT: 'http' }, "PORT is 'http', but it takes a whole number from 0 to 65535."],
    [{ PORT: '70000' }, "PORT is '70000', but it takes a whole number from 0 to 65535."],
    [{ MILLRACE_WORKERS: '0' }, "MILLRACE_WORKERS is '0', but it takes a whole number from 1 to 64."],
    [{ MILLRACE_DEMO: 'maybe' }, "MILLRACE_DEMO is 'maybe', but it takes 1 or 0."],
    [{ MILLRACE_TIME_ZONE: 'Mars/Base' }, "MILLRACE_TIME_ZONE is 'Mars/Base', but it takes the name of a time zone"],
    [{ MILLRACE_FILES: 's3://bucket' }, "MILLRACE_FILES is 's3://bucket', but it takes a folder."],
    [
      { MILLRACE_RUNTIME_URL: 'https://data.example' },
      "MILLRACE_RUNTIME_URL is 'https://data.example', but it takes off, or an address like https://data.example.com/runtime/v1.",
    ],
    [{ MILLRACE_PUBLIC_URL: 'import.example' }, "MILLRACE_PUBLIC_URL is 'import.example', but it takes an address"],
    [{ MILLRACE_LOG_LEVEL: 'loud' }, "MILLRACE_LOG_LEVEL is 'loud', but it takes one of trace"],
    [{ MILLRACE_SECRET: 'short' }, 'MILLRACE_SECRET is too short'],
    [{ DATABASE_URL: 'mysql://me:hidden@host/db' }, 'DATABASE_URL is not an address like postgresql://'],
    [
      { MILLRACE_ALLOWED_HOSTS: 'a.example,https://b.example' },
      "MILLRACE_ALLOWED_HOSTS: 'https://b.example' is no host",
    ],
    [{ MILLRACE_SMTP_URL: 'mail' }, 'MILLRACE_SMTP_URL is not an address like smtp://'],
  ])('%o is refused in one sentence', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence)
  })

  it('never repeat a secret in their sentences', () => {
    for (const env of [{ DATABASE_URL: 'mysql://me:hidden@host' }, { MILLRACE_SECRET: 'hidden' }]) {
      expect(() => readSettings(env)).toThrow(/^(?!.*hidden)/)
    }
  })
})
