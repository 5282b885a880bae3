import type { ReactNode } from 'react'

/** A thing that lies in one of the two lists. `text` is what a search looks in. */
export type TransferItem = {
  id: string
  text: string
  content: ReactNode
  /** Why it may not be moved. */
  fixed?: string
}
