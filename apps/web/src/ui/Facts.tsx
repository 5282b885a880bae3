import type { HTMLAttributes, ReactNode } from 'react'
import styles from './facts.module.css'

type Props = HTMLAttributes<HTMLDListElement> & {
  /** `grid`: small names over their values, as many beside each other as fit; `rows`: each on a line, the name on the left. */
  look?: 'grid' | 'rows'
}

/** A list of facts, made of `Fact`; a place may set `--label`, the width of the names of `rows`. */
export const Facts = ({ look = 'grid', className = '', ...rest }: Props) => (
  <dl className={`${styles.facts} ${styles[look]} ${className}`} {...rest} />
)

type FactProps = Omit<HTMLAttributes<HTMLDivElement>, 'children'> & { name: ReactNode; children: ReactNode }

/** A name and what it is. */
export const Fact = ({ name, children, ...rest }: FactProps) => (
  <div {...rest}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
