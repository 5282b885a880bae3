import { screen, within } from '@testing-library/react'

/** The rows of a table or grid once it is there, without its headings. */
export const rowsOf = async (role: 'table' | 'grid', name: string): Promise<HTMLElement[]> =>
  within(await screen.findByRole(role, { name }))
    .getAllByRole('row')
    .slice(1)
