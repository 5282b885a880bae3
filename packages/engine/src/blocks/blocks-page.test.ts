import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callBlock } from './block-for-test.ts'
import { blocks } from './blocks.ts'
import { blocksPage } from './blocks-page.ts'

const path = new URL('../../../../docs/engine.md', import.meta.url)
const part = /(<!-- blocks: [^\n]* -->\n)([^]*)(<!-- end of blocks -->)/

it('docs/engine.md tells every block with its settings', () => {
  const page = readFileSync(path, 'utf8')
  const outputs = blocks
    .filter((block) => block.kind === 'function')
    .map((block): [string, unknown] => [
      block.name,
      callBlock(block.name, block.testPayload as Record<string, unknown>, { context: block.testContext }),
    ])
  const wanted = `${blocksPage(blocks, new Map(outputs))}\n`
  if (process.env.MILLRACE_WRITE_DOCS === '1')
    writeFileSync(
      path,
      page.replace(part, (_all, a, _b, c) => a + wanted + c),
    )
  expect(readFileSync(path, 'utf8').match(part)?.[2]).toBe(wanted)
})
