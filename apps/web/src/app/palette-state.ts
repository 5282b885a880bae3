import { createStore } from '../state/store.ts'

const store = createStore(false)

/** Whether 'Go to…' is open. */
export const palette = { use: store.use, open: () => store.set(true), close: () => store.set(false) }
