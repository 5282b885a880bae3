import type { ScreenExample } from '../../gallery/screen-example.ts'

/** Screens without a session. */
export const sessionScreens: readonly ScreenExample[] = [
  { name: 'login', at: '/login', as: null, answers: {} },
  { name: 'forgotten', at: '/forgotten', as: null, answers: {} },
  { name: 'create-password', at: '/create-password?t=token&un=lena.maier', as: null, answers: {} },
  { name: 'create-password-incomplete', at: '/create-password', as: null, answers: {} },
  { name: 'not-found', at: '/404', as: null, answers: {} },
]
