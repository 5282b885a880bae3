import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { wrongImportsOf } from './arrows.mjs'

const root = join(import.meta.dirname, '..')
const wrong = (file: string, source: string) => wrongImportsOf(file, source, root).map(({ text }) => text)

describe('between workspaces', () => {
  it.each([
    [
      'packages/contract/src/a.ts',
      "import { run } from '@millrace/engine'",
      'packages/contract may not import packages/engine',
    ],
    [
      'packages/engine/src/a.ts',
      "import type { App } from '@millrace/server/app'",
      'packages/engine may not import apps/server',
    ],
    [
      'apps/web/src/a.tsx',
      "export * from '@millrace/engine/host/pipelines/ports'",
      'apps/web may not import packages/engine',
    ],
    ['apps/server/src/a.ts', "const page = await import('@millrace/web/app')", 'apps/server may not import apps/web'],
    [
      'packages/engine/src/a.ts',
      "import {\n  x,\n} from '../../contract/src/index.ts'",
      'a relative import stays inside its workspace',
    ],
    ['packages/engine/src/a.ts', "import fastify from 'fastify'", 'packages/engine/package.json does not name it'],
  ])('%s: %s is refused', (file, source, reason) => {
    expect(wrong(file, source)).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ['apps/web/src/a.tsx', "import { roles } from '@millrace/contract'"],
    ['packages/engine/src/a.ts', "import { z } from '@millrace/contract/envelope'"],
    [
      'apps/server/src/work/uploads/a.ts',
      "import { parse } from '@millrace/engine'\nimport { x } from '@millrace/contract'",
    ],
    [
      'packages/contract/src/users/a.ts',
      "import { x } from '../roles.ts'\nimport { join } from 'node:path'\nimport { z } from 'zod'",
    ],
    ['packages/contract/src/a.test.ts', "import { it } from 'vitest'"],
  ])('%s: %s is fine', (file, source) => {
    expect(wrong(file, source)).toEqual([])
  })

  it('names file, line and import', () => {
    const source = "import { a } from './a.ts'\n\nimport { b } from '@millrace/engine'\n"
    expect(wrong('packages/contract/src/x.ts', source)).toEqual([
      "packages/contract/src/x.ts:3 imports '@millrace/engine': packages/contract may not import packages/engine",
    ])
  })
})

describe('inside the engine', () => {
  it.each([
    ['packages/engine/src/runner/jobs/a.ts', "import { runImport } from '../../host/pipelines/run-import.ts'"],
    ['packages/engine/src/host/pipelines/a.ts', "import { runImportJob } from '../../runner/jobs/import-job.ts'"],
    ['packages/engine/src/formats/csv/a.ts', "import { openFile } from '../open-file.ts'"],
    ['packages/engine/src/formats/bytes/a.ts', "import { readCsv } from '../csv/delimited.ts'"],
    ['packages/engine/src/protocol/a.ts', "import type { X } from '../runner/main.ts'"],
  ])('%s: %s is refused', (file, source) => {
    expect(wrongImportsOf(file, source, root)).toMatchObject([{ kind: 'up' }])
  })
})

describe('inside the app', () => {
  it('examples are for tests and the gallery', () => {
    const source = "import { jobScreens } from '../work/jobs/jobs.screens.examples.ts'"
    expect(wrong('apps/web/src/gallery/screens.ts', source)).toEqual([])
    expect(wrong('apps/web/src/app/router.ts', source)).toEqual([expect.stringContaining('it is for tests')])
  })
})

describe('inside the server', () => {
  it.each([
    [
      'a higher floor',
      'apps/server/src/platform/http/a.ts',
      "import { users } from '../../people/users/users.service.ts'",
    ],
    [
      'a type of a higher floor',
      'apps/server/src/people/users/a.ts',
      "import type { X } from '../../work/live/live.ts'",
    ],
    ['what composes the server', 'apps/server/src/work/logs/a.ts', "import { openApp } from '../../entry/app.ts'"],
    [
      'what is for tests',
      'apps/server/src/work/logs/a.ts',
      "import { makeUser } from '../../test-support/factories.ts'",
    ],
  ])('refuses %s', (_what, file, source) => {
    expect(wrongImportsOf(file, source, root)).toMatchObject([{ kind: 'up' }])
  })

  it("refuses another folder's repository, also of a floor below", () => {
    const source = "import { findUploads } from '../uploads/uploads.repository.ts'"
    expect(wrongImportsOf('apps/server/src/work/imports/a.ts', source, root)).toMatchObject([{ kind: 'repository' }])
    expect(wrong('apps/server/src/work/uploads/a.ts', source)).toEqual([])
  })

  it.each([
    ['a floor below', 'apps/server/src/work/uploads/a.ts', "import { x } from '../../people/users/users.service.ts'"],
    ['a folder beside', 'apps/server/src/work/uploads/a.ts', "import { x } from '../logs/logs.reads.ts'"],
    [
      'a test of a lower floor',
      'apps/server/src/platform/http/a.test.ts',
      "import '../../people/users/users.service.ts'",
    ],
  ])('%s is fine', (_what, file, source) => {
    expect(wrong(file, source)).toEqual([])
  })
})

it('a wrong import fails the command that the check runs', () => {
  const clone = mkdtempSync(join(tmpdir(), 'millrace-arrows-'))
  try {
    for (const file of [
      'scripts/arrows.mjs',
      'scripts/layout.mjs',
      'scripts/source-hash.mjs',
      'package.json',
      'packages/contract/package.json',
    ]) {
      mkdirSync(dirname(join(clone, file)), { recursive: true })
      cpSync(join(root, file), join(clone, file))
    }
    const source = join(clone, 'packages/contract/src/envelope.ts')
    mkdirSync(dirname(source))
    writeFileSync(source, 'export const envelope = 1\n')
    const run = () => spawnSync(process.execPath, [join(clone, 'scripts/arrows.mjs')], { encoding: 'utf8' })
    expect(run().status).toBe(0)
    writeFileSync(source, "import { compile } from '@millrace/engine'\nexport const envelope = compile\n")
    expect(run().status).toBe(1)
    expect(run().stderr).toContain('packages/contract may not import packages/engine')
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
})
