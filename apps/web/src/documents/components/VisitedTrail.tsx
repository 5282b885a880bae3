import type { Component } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import styles from './component-editor.module.css'
import { keepTrail, readTrail, visit } from './visited.ts'

/** The components visited in this tab on the way to this one, each opened by click (CMP-009). */
export function VisitedTrail({ component: { _id: id, name, versions } }: { component: Component }) {
  const trail = useMemo(
    () =>
      visit(
        readTrail(),
        { id, name },
        versions.map((one) => one._id),
      ),
    [id, name, versions],
  )
  useEffect(() => keepTrail(trail), [trail])
  return (
    <nav aria-label="Visited components">
      <ol className={styles.trail}>
        {trail.map((one) => (
          <li key={one.id}>
            {one.id === id ? (
              <span aria-current="page">{one.name}</span>
            ) : (
              <Link to="/manage/components" search={{ id: one.id } as never}>
                {one.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
