import type { ReactNode } from 'react'

/** One line of a list of facts: a name and what it is. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
