// The page of `npm run bench -- own-parts`: draws one of our parts or the kit's, as its query says, and keeps how long it took.
import 'virtual:tokens.css'
import '../src/app/base.css'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'

const parts: Record<string, () => Promise<{ Part: ComponentType }>> = {
  'transfer-own': () => import('./transfer-own.tsx'),
  'transfer-kit': () => import('./transfer-kit.tsx'),
  'table-own': () => import('./table-own.tsx'),
  'table-kit': () => import('./table-kit.tsx'),
  'dialog-own': () => import('./dialog-own.tsx'),
  'dialog-kit': () => import('./dialog-kit.tsx'),
}

const load = parts[new URLSearchParams(location.search).get('part') ?? '']
if (load === undefined) throw new Error('the query names no part')
const { Part } = await load()
const began = performance.now()
createRoot(document.getElementById('root') as HTMLElement).render(createElement(Part))
requestAnimationFrame(() =>
  requestAnimationFrame(() => Object.assign(window, { drawnAfter: performance.now() - began })),
)
