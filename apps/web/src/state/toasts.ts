import { createStore } from './store.ts'

export type ToastTone = 'error' | 'success' | 'info' | 'warn'
export type Toast = {
  id: number
  tone: ToastTone
  text: string
  detail?: string | undefined
  requestId?: string | null | undefined
}
type Extra = { detail?: string; requestId?: string | null }

/** Milliseconds a toast stays, hovering and focus aside (ERR-001, LIM-001). */
export const toastMs = 5000
/** Older toasts make way for the newest. */
const toastsShown = 3

const store = createStore<readonly Toast[]>([])
let lastId = 0

function show(tone: ToastTone, text: string, extra: Extra = {}) {
  // The same text twice (two panels asking the same dead server) is one message; it starts its five seconds anew.
  const others = store.get().filter((toast) => toast.text !== text || toast.tone !== tone)
  store.set([...others, { id: ++lastId, tone, text, ...extra }].slice(-toastsShown))
}

/** Short messages above everything; each stays 5 s, longer while hovered or focused. */
export const toast = {
  error: (text: string, extra?: Extra) => show('error', text, extra),
  success: (text: string, extra?: Extra) => show('success', text, extra),
  info: (text: string, extra?: Extra) => show('info', text, extra),
  warn: (text: string, extra?: Extra) => show('warn', text, extra),
  close: (id: number) => store.update((toasts) => toasts.filter((entry) => entry.id !== id)),
  closeAll: () => store.set([]),
  /** Of a try that somebody begins anew. */
  closeErrors: () => store.update((toasts) => toasts.filter(({ tone }) => tone !== 'error')),
  shown: store.get,
}

export const useToasts = store.use

/** Whether a red toast says just this: then nothing else needs to. */
export const useIsTold = (text: string): boolean =>
  store.use().some((toast) => toast.tone === 'error' && toast.text === text)
