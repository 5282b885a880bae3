import type { ScreenExample } from '../gallery/screen-example.ts'

/** Pages that ask nothing of the server. */
export const appScreens: readonly ScreenExample[] = [
  { name: 'unauthorized', at: '/unauthorized/index', as: 'user', answers: {} },
]
