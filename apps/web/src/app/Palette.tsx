import { lazy, Suspense, useEffect } from 'react'
import { palette } from './palette-state.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./PaletteDialog.tsx')).PaletteDialog }))

/** Ctrl K or ⌘ K opens 'Go to…', whose code comes with the first use. */
export function Palette() {
  const open = palette.use()
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      palette.open()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <PaletteDialog />
    </Suspense>
  )
}
