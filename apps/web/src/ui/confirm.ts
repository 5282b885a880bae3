import type { ReactNode } from 'react'
import { createStore } from '../state/store.ts'

export type Confirmation = {
  text: string
  detail: ReactNode
  yes: string
  no: string
  title: string
  answer: (yes: boolean) => void
}

const asked = createStore<Confirmation | null>(null)

/**
 * Asks in a dialog titled 'Confirmation' with Yes and No (ERR-023). `if (await confirm('Do you want …')) …`
 * `detail` stands under the question, e.g. what would change.
 */
export function confirm(text: string, detail: ReactNode = null): Promise<boolean> {
  refuseConfirmation()
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.set(null)
      resolve(yes)
    }
    asked.set({ title: 'Confirmation', text, detail, yes: 'Yes', no: 'No', answer })
  })
}

/** Answers an open question with No. */
export const refuseConfirmation = (): void => asked.get()?.answer(false)

export const useConfirmation = asked.use
