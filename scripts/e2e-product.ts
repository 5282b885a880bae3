import { startProduct } from './test-product.ts'

/**
 * One product for all browser tests, with an empty data folder and so with the demo workspace. Browser tests find it
 * in MILLRACE_E2E_URL and its data in MILLRACE_E2E_DATA; a product named beforehand is used as it is.
 * @returns how to end it; vitest calls that after the last test file
 */
export default async function startE2eProduct(): Promise<() => Promise<void>> {
  if (process.env.MILLRACE_E2E_URL) return async () => {}
  const product = await startProduct()
  process.env.MILLRACE_E2E_URL = product.url
  process.env.MILLRACE_E2E_DATA = product.dataFolder
  return async () => {
    delete process.env.MILLRACE_E2E_URL
    delete process.env.MILLRACE_E2E_DATA
    await product.remove()
  }
}
