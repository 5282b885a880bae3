import { createStore } from './store.ts'

/**
 * Where toasts stand instead of the corner: the newest place that is on screen, such as the card of the login page or a
 * dialog that waits for another try.
 */
const places = createStore<readonly HTMLElement[]>([])

export const toastPlace = {
  /** Adds a place. @returns what takes it away again */
  add(element: HTMLElement): () => void {
    places.update((before) => [...before, element])
    return () => places.update((before) => before.filter((one) => one !== element))
  },
}

export const useToastPlace = (): HTMLElement | null => places.use().at(-1) ?? null
