import { useEffect, useRef } from 'react'
import { toastPlace } from '../state/toast-place.ts'
import { toast } from '../state/toasts.ts'
import styles from './toasts.module.css'

/**
 * Toasts stand here while this is on screen: where the person looks who is to try again. Errors stay until `toast.closeErrors`
 * or until this is gone, so that what went wrong is told once and can be read for as long as it matters.
 */
export function ToastPlace() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return
    const remove = toastPlace.add(place.current)
    return () => {
      remove()
      toast.closeErrors()
    }
  }, [])
  return <div ref={place} className={styles.place} />
}
