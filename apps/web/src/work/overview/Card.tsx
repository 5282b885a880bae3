import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../ui/format.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import styles from './overview.module.css'

/** A page of the app, with what is chosen there. */
export type Place = { to: string; search?: Record<string, string> }

/** A link to a page of the app. */
export const PlaceLink = ({ place: { to, search }, children }: { place: Place; children: ReactNode }) => (
  <Link to={to} {...(search === undefined ? {} : { search: search as never })}>
    {children}
  </Link>
)

type Props = {
  title: string
  /** How it fares, in a word or two. */
  state: { tone: Tone; text: string }
  /** As wide as the page: the last one, beside which a hole would be left. */
  wide?: boolean
  /** Where all of it is handled. */
  more?: Place & { text: string }
  children: ReactNode
}

/** One part of the overview: its name, how it fares, and the way to where it is handled. */
export function Card({ title, state, wide = false, more, children }: Props) {
  const id = useId()
  return (
    <section className={`${styles.card} ${wide ? styles.wide : ''}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <StatusTag tone={state.tone}>{state.text}</StatusTag>
      </header>
      <div className={styles.body}>{children}</div>
      {more !== undefined && (
        <footer className={styles.foot}>
          <PlaceLink place={more}>{more.text}</PlaceLink>
        </footer>
      )}
    </section>
  )
}

/** The first few of a list, and how many more there are; a sentence where there are none. */
export function Few({
  of,
  none,
  children,
}: {
  of: { count: number; few: readonly unknown[] }
  none: string
  children: ReactNode
}) {
  if (of.count === 0) return <p className="quiet">{none}</p>
  const more = of.count - of.few.length
  return (
    <>
      <ul className={styles.list}>{children}</ul>
      {more > 0 && <p className="quiet">and {formatCount(more)} more</p>}
    </>
  )
}

/** A line of such a list: what it is with a time or state on the right, and what there is to say below. */
export const Item = ({ name, aside, children }: { name: ReactNode; aside?: ReactNode; children?: ReactNode }) => (
  <li className={styles.item}>
    <span className={styles.name}>{name}</span>
    {aside !== undefined && <span className="quiet">{aside}</span>}
    {children !== undefined && <span className={styles.about}>{children}</span>}
  </li>
)
