import type { ConnectionTest, DatabaseConnection, DatabaseConnectionInput } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import { CallError, isAbort } from '../../api/call-error.ts'
import { testConnection } from './connection-actions.ts'

type Tested = { input: string; test: ConnectionTest }

/**
 * Tests of the connection that is being typed. An outcome counts for what was tested alone; a test under way is given up
 * when another begins or the form is closed.
 */
export function useConnectionTest(edited: DatabaseConnection | null, input: DatabaseConnectionInput) {
  const [tested, setTested] = useState<Tested | null>(null)
  const [testing, setTesting] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { cnxString, options, type } = input
  const key = JSON.stringify({ cnxString, options, type })

  /** @returns the outcome; null where it was given up */
  const test = async (): Promise<ConnectionTest | null> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setTesting(true)
    try {
      const outcome = await testConnection(input, edited, controller.signal).catch((error: unknown): ConnectionTest => {
        if (error instanceof CallError) return { ok: false, message: error.message, ms: 0, field: null }
        throw error
      })
      setTested({ input: key, test: outcome })
      return outcome
    } catch (error) {
      if (isAbort(error)) return null
      throw error
    } finally {
      if (running.current === controller) setTesting(false)
    }
  }
  return { outcome: tested?.input === key ? tested.test : null, testing, test }
}
