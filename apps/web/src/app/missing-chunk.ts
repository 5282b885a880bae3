const key = 'reloadedForChunkAt'
/** At most one reload in this many milliseconds: a chunk that is really gone must not reload for ever. */
const once = 10_000

/** After a deployment an open tab asks for chunks that have vanished; reloading brings the new app. */
export function reloadOnMissingChunk(reload: () => void = () => window.location.reload(), now = Date.now) {
  window.addEventListener('vite:preloadError', (event) => {
    if (now() - Number(sessionStorage.getItem(key) ?? 0) < once) return
    sessionStorage.setItem(key, String(now()))
    event.preventDefault()
    reload()
  })
}
