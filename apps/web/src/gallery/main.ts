import './own-storage.ts'

// `gallery.html` lists every screen in every state; with `?screen=…&state=…` it is that screen alone.
const place = new URLSearchParams(window.location.search)
const screen = place.get('screen')
if (screen === null) await import('./draw-index.tsx')
else {
  const { drawExample } = await import('./draw-example.tsx')
  drawExample({ screen, state: place.get('state') ?? 'full' })
}
