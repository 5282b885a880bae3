import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runnerProgram } from '../processes/runner-program.ts'
import { heapSizes } from '../processes/spawn-runner.ts'
import { compiled } from '../../components/components-for-test.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { warmUpRunners } from './warm-up.ts'
import { runImport } from './run-import.ts'

/** What V8 says of the kept code when a process with the flags of a runner loads it. */
function verdict(): string {
  const { folder } = runnerProgram()
  const file = (name: string) => JSON.stringify(path.join(folder, name))
  const look = `
    const vm = require('node:vm'), fs = require('node:fs')
    const { Script } = vm
    vm.Script = class extends Script {
      constructor(text, options) {
        super(text, options)
        const seen = options.cachedData === undefined ? 'none' : this.cachedDataRejected ? 'refused' : 'taken'
        fs.writeSync(1, seen)
        process.exit()
      }
    }
    require(${file('runner.cjs')})`
  return spawnSync(process.execPath, [...heapSizes, '-e', look], { encoding: 'utf8' }).stdout
}

/** @returns the text of the output */
async function imported(): Promise<string> {
  const host = new FolderHost()
  try {
    const file = path.join(host.folder, 'in.csv')
    const text = 'sku,price\nA,1.50\nB,x\nÜ,3\n'
    writeFileSync(file, text)
    const csv = { path: file, size: Buffer.byteLength(text), name: 'in.csv', contentType: 'csv' as const, format: {} }
    const rowSchema = { type: 'object', properties: { price: { type: 'number' } } }
    const program = await compiled([{ name: 'Same', in: ['rows'], out: ['rows'], links: ['.rows → .rows'] }])
    const request = { ...constants, program, sources: [source('rows', csv, rowSchema, 1)], sinks: [sink('rows')] }
    expect(await runImport(request, host)).toMatchObject({ ok: true, leftOut: 1 })
    return host.text('rows')
  } finally {
    host.remove()
  }
}

it('what a warm-up keeps is taken by the runners after it, whose imports come out the same', async () => {
  // The set-up of these tests has warmed up already.
  rmSync(path.join(runnerProgram().folder, 'program.code'))
  expect(verdict()).toBe('none')
  const before = await imported()
  expect(before).toBe('{"sku":"A","price":1.5}\n{"sku":"Ü","price":3}\n')
  await warmUpRunners()
  expect(verdict()).toBe('taken')
  expect(await imported()).toBe(before)
})
