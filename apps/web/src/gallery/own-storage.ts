// The gallery shares its origin with a development server: it must neither use nor lose that server's session.
// Imported before anything of the app, which reads the storage when it is loaded.
const kept = new Map<string, string>()
const theme = new URLSearchParams(window.location.search).get('theme')
if (theme !== null) kept.set('theme', theme)

const storage: Storage = {
  get length() {
    return kept.size
  },
  clear: () => kept.clear(),
  getItem: (key) => kept.get(key) ?? null,
  key: (index) => [...kept.keys()][index] ?? null,
  removeItem: (key) => void kept.delete(key),
  setItem: (key, value) => void kept.set(key, String(value)),
}
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { configurable: true, value: storage })
}
