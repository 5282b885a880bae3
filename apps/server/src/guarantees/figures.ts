import { scale } from '../work/imports/imports.fixtures.ts'

/** `npm run test:guarantees` measures at full load; the regular run shares its machine with whatever else runs there. */
export const isFullScale = scale >= 10
const slack = isFullScale ? 1 : 3

/** G6: a clear error comes within so many ms of its cause. */
export const maxErrorMs = 5000 * slack
/** G6: recovery without help, in ms after the cause ended. */
export const maxRecoveryMs = 15_000 * slack
/** G4: work of a crashed process is taken up again, in ms. */
export const maxPickUpMs = 30_000 * slack
/** G14 */
export const maxStopMs = 30_000 * slack
/** When a test is given up, for `vi.setConfig`: far beyond what it takes, since other work may share the machine. */
export const testTimeouts = { testTimeout: isFullScale ? 3_600_000 : 400_000, hookTimeout: 300_000 }
