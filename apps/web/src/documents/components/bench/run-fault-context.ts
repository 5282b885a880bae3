import { createContext } from 'react'

/** The code that failed in the newest test run: its pointer in the form, and the line with what happened there. */
export type MarkedCode = { pointer: string; line: number; message: string; shown: number }

export const RunFaultContext = createContext<MarkedCode | null>(null)
