/** The frame with the kit, in a chunk of its own; the browser keeps what was fetched once. */
export const frameModule = () => import('./Frame.tsx')

/** Fetches the frame's code ahead of need. A failure shows when the frame is really wanted. */
export function loadFrame() {
  frameModule().catch((error: unknown) => console.error('the frame could not be fetched ahead', error))
}
