import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { codeFiles, runnerProgram } from '../processes/runner-program.ts'
import { heapFlags, type StartHeap } from '../processes/start-heap.ts'
import { compiled } from '../../components/components-for-test.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { warmUpRunners } from './warm-up.ts'
import { runImport } from './run-import.ts'

/** What V8 says of the kept code when a process with the flags of a runner loads it. */
function verdict(heap: StartHeap): string {
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
  const args = ['runner.cjs', '0', '', codeFiles[heap]]
  return spawnSync(process.execPath, [...heapFlags[heap], '-e', look, ...args], { encoding: 'utf8' }).stdout
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

const heaps: StartHeap[] = ['small', 'large']

it('what a warm-up keeps is taken by the runners after it, whose imports come out the same', async () => {
  // The set-up of these tests has warmed up already.
  for (const heap of heaps) rmSync(path.join(runnerProgram().folder, codeFiles[heap]))
  expect(heaps.map(verdict)).toEqual(['none', 'none'])
  const before = await imported()
  expect(before).toBe('{"sku":"A","price":1.5}\n{"sku":"Ü","price":3}\n')
  await warmUpRunners()
  expect(heaps.map(verdict)).toEqual(['taken', 'taken'])
  expect(await imported()).toBe(before)
})

it('a runner with a small heap takes what Node has compiled of its own modules', () => {
  const said = (flags: readonly string[], code: string) =>
    spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8' }).stdout.trim()
  // Compiled as Node's modules are: under no flags.
  const made = said([], "console.log(new vm.Script('1').createCachedData().toString('base64'))")
  const look = `
    const cachedData = Buffer.from('${made}', 'base64')
    console.log(cachedData.length > 0 && new vm.Script('1', { cachedData }).cachedDataRejected)`
  const isRefused = (heap: StartHeap) => said([...heapFlags[heap], '--max-old-space-size=128'], look)
  expect(isRefused('small')).toBe('false')
  // If V8 took it here, one size of heap would do for all.
  expect(isRefused('large')).toBe('true')
})
