import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { pickFreePort } from './free-port.ts'

it('keeps the preferred port while it is free and leaves it when it is taken', async () => {
  const first = await pickFreePort()
  expect(first).toBeGreaterThanOrEqual(15_432)
  expect(first).toBeLessThan(32_768)
  expect(await pickFreePort(first)).toBe(first)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(first, '127.0.0.1', resolve))
  try {
    expect(await pickFreePort(first)).not.toBe(first)
  } finally {
    await new Promise((resolve) => taken.close(resolve))
  }
})
