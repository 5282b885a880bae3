import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleModule } from './bundle-module.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-modules-'))
  writeFileSync(path.join(folder, 'secret.json'), '{"password": "covert"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const most = 1 << 20
let count = 0
/** Bundles a module of these files, alone in a folder of its own. */
function bundled(files: Record<string, string>, maxBytes = most) {
  const root = path.join(folder, `m${++count}`)
  for (const [file, text] of Object.entries(files)) {
    const at = path.join(root, 'node_modules', file)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
  return bundleModule(root, 'it', maxBytes)
}
const load = (code: string): unknown => {
  const module = { exports: {} as unknown }
  new Function('module', 'exports', 'require', code)(module, module.exports, () => {
    throw new Error('nothing is left to require')
  })
  return module.exports
}

describe('bundling a module', () => {
  it('S9 makes one text of a module and all it needs, browser build first', async () => {
    const code = await bundled({
      'it/package.json': '{"main": "node.js", "browser": "browser.js"}',
      'it/node.js': 'module.exports = require("fs")',
      'it/browser.js': 'module.exports = { name: "browser", dep: require("dep"), env: process.env.NODE_ENV }',
      'dep/package.json': '{"type": "module", "exports": "./m.js"}',
      'dep/m.js': 'export const n = 1; export default 2',
    })
    expect(load(code)).toMatchObject({ name: 'browser', dep: { n: 1, default: 2 }, env: 'production' })
  })

  it('copes without what the module itself can do without, and with code that it writes', async () => {
    const code = await bundled({
      'it/index.js': `let crypto = null; try { crypto = require('crypto') } catch {}
        module.exports = { crypto, text: 'const x = require("equal")' }`,
    })
    expect(load(code)).toEqual({ crypto: null, text: expect.stringMatching(/^const x = require.*\("equal"\)$/) })
    expect(code).not.toMatch(/require\s*\(\s*["']/)
  })

  it('takes nothing of packages that happen to lie in a folder above', async () => {
    const above = path.join(folder, 'node_modules', 'neighbour')
    mkdirSync(above, { recursive: true })
    writeFileSync(path.join(above, 'index.js'), "module.exports = 'covert'")
    const code = await bundled({
      'it/index.js': "let found = 'none'; try { found = require('neighbour') } catch {} module.exports = { found }",
    })
    expect(load(code)).toEqual({ found: 'none' })
    await expect(bundled({ 'it/index.js': "import found from 'neighbour'; export { found }" })).rejects.toThrow(
      "It needs 'neighbour', which did not come with it",
    )
    const bare = await bundled({ 'it/index.js': "module.exports = require('neighbour')" })
    expect(() => load(bare)).toThrow("Cannot find module 'neighbour'")
  })

  it.each([
    ["module.exports = require('fs')", "It needs 'fs' of Node, which the sandbox does not have"],
    [
      "import { x } from 'node:path'; export default x",
      "It needs 'node:path' of Node, which the sandbox does not have",
    ],
    ["module.exports = require('gone')", "It needs 'gone', which did not come with it"],
    ["module.exports = require('./x.node')", 'It has native code, which the sandbox does not run'],
    ['module.exports = {{', /^It cannot be bundled: /],
    ["module.exports = require('../../../secret.json')", 'It reaches for files outside of itself'],
    ["module.exports = require('../link.json')", 'It reaches for files outside of itself'],
  ])('refuses %s', async (code, sentence) => {
    const tried = bundled({ 'it/index.js': code, 'it/x.node': '' })
    symlinkLater()
    await expect(tried).rejects.toThrow(sentence)
  })

  it('refuses what is too large', async () => {
    const files = { 'it/index.js': `module.exports = ${JSON.stringify('x'.repeat(100_000))}` }
    await expect(bundled(files, 50_000)).rejects.toThrow('It is too large for the sandbox')
  })
})

function symlinkLater(): void {
  symlinkSync(path.join(folder, 'secret.json'), path.join(folder, `m${count}`, 'node_modules', 'link.json'))
}
