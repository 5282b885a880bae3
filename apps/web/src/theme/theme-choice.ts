import { useSyncExternalStore } from 'react'
import type { Theme } from './tokens.ts'

export type ThemeChoice = 'system' | Theme

const key = 'theme'
const listeners = new Set<() => void>()
const system = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** What the person chose; before any choice the system decides. */
function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function currentTheme(): Theme {
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return system()?.matches ? 'dark' : 'light'
}

function apply() {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, choice)
  apply()
}

/** Keeps the page in step with the system's switch and with a choice made in another tab. */
export function watchTheme() {
  apply()
  system()?.addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key === key) apply()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
