import { createStore } from '../../state/store.ts'

/** The second step of a sign-in, as the session state holds it (SES-027). `_id` names the server's challenge. */
export type TfaState = {
  displayed: boolean
  _id: string
  /** Only when the person enrols: the secret as text and as a picture (data URL). */
  secret: string | null
  qrcode: string | null
  /** Given once, after an enrolment. */
  recoveryCodes: readonly string[]
}

const none: TfaState = { displayed: false, _id: '', secret: null, qrcode: null, recoveryCodes: [] }
const store = createStore<TfaState>(none)

export const tfa = {
  use: store.use,
  get: store.get,
  /** The marker of a login reply (SES-008). */
  ask: ({ _id, secret, qrcode }: { _id: string; secret?: string | undefined; qrcode?: string | undefined }) =>
    store.set({ ...none, displayed: true, _id, secret: secret ?? null, qrcode: qrcode ?? null }),
  showCodes: (recoveryCodes: readonly string[]) => store.set({ ...none, displayed: true, recoveryCodes }),
  dismiss: () => store.set(none),
}
