import { useEffect, useState } from 'react'
import styles from './states.module.css'

/** Rows in place of data that is loading: nothing for 150 ms, so that quick answers do not flicker. */
export function SkeletonRows({ rows = 5, height = 32, label = 'Loading' }: Props) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={label} style={{ height: rows * height }}>
      {late &&
        Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles.row} style={{ height }}>
            <span className={styles.bar} style={{ width: `${48 + ((index * 37) % 45)}%` }} />
          </div>
        ))}
    </div>
  )
}

type Props = { rows?: number; height?: number; label?: string }
