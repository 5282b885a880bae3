import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.ts'
import { precompress } from './precompress.ts'
import { tokensCss } from './src/theme/tokens.ts'

/** `virtual:tokens.css` is the token list as CSS, so that colours exist before any script has run. */
function tokens(): Plugin {
  const name = 'virtual:tokens.css'
  const resolved = '\0tokens.css'
  return {
    name: 'millrace-tokens',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) => (id === resolved ? tokensCss() : undefined),
  }
}

/** Asks for the text face before the style sheet that names it has come. */
function preloadFont(): Plugin {
  return {
    name: 'millrace-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        if (file === undefined) return
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

const server = process.env.MILLRACE_DEV_SERVER ?? 'http://localhost:3000'

// `vite build --mode gallery` and `vite --mode gallery` have the gallery besides (gallery.html): every screen in every
// state, with made-up answers instead of a server and a live link that is always there.
const gallery = {
  input: ['index.html', 'gallery.html'],
  alias: { 'socket.io-client': fileURLToPath(new URL('src/gallery/example-socket.ts', import.meta.url)) },
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), tokens(), preloadFont(), ...(mode === 'gallery' ? [] : [precompress()])],
  ...(mode === 'gallery' ? { resolve: { alias: gallery.alias } } : {}),
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The security policy allows no data: fonts.
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions:
      mode === 'gallery' ? { input: gallery.input } : { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  // The server takes sockets from pages of its own address only.
  server: { proxy: { '/api': { target: server, ws: true, rewriteWsOrigin: true } } },
  preview: { proxy: { '/api': { target: server, ws: true, rewriteWsOrigin: true } } },
}))
