import { expect, it } from 'vitest'
import { compiled, forEachRecord } from './components-for-test.ts'
import { mayWriteContext } from './context-writes.ts'
import { sharedInput } from './shared-run.ts'

it.each([
  ['ctx.output.row = ctx.rt_context.locale', false],
  ['const { label } = ctx.rt_context.locale\nctx.output.row = label', false],
  ['if (ctx.rt_context.datakind === "x") ctx.output.row = 1', false],
  ['const f = (c) => c.rt_context?.locale?.label', false],
  ['ctx.output.row = ctx.rt_context.now <= 1 ? ctx.rt_context.brand : 0', false],
  ['ctx.output.row = "my_rt_context = 1"', false],
  ['ctx.rt_context.count = 1', true],
  ['ctx.rt_context.settings.count = 1', true],
  ['ctx.rt_context.count++', true],
  ['ctx.rt_context.seen ??= {}', true],
  ['ctx.rt_context.n += 1', true],
  ['ctx.rt_context.seen[ctx.input.row.id] = true', true],
  ['ctx.rt_context.list.push(1)', true],
  ['const rt = ctx.rt_context\nrt.count = 1', true],
  ['const { rt_context } = ctx', true],
  ['Object.assign(ctx.rt_context, { n: 1 })', true],
  ['++ctx.rt_context.n', true],
  ['delete ctx.rt_context.brand', true],
])('%s: %s', (code, writes) => {
  expect(mayWriteContext(code)).toBe(writes)
})

it('a program that may change rt_context is not shared by processes', async () => {
  expect(sharedInput(await compiled(forEachRecord('ctx.output.row = ctx.rt_context.brand')))).toBe('rows')
  expect(sharedInput(await compiled(forEachRecord('ctx.rt_context.count = 1')))).toBe(null)
})
