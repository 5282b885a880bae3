import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseSearch, stringifySearch, useAddress } from './address.ts'

it('a page keeps its own query while the next one is still loading', async () => {
  const seen: Record<string, string>[] = []
  function First() {
    const { search } = useAddress()
    seen.push(search)
    return <p>first</p>
  }
  const Second = () => <p>second, {useAddress().search.pipeline}</p>
  const loaded = Promise.withResolvers<{ Second: typeof Second }>()
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/first', component: First }),
    createRoute({
      getParentRoute: () => root,
      path: '/second',
      component: lazyRouteComponent(() => loaded.promise, 'Second'),
    }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/first?time=future'] })
  const router = createRouter({ routeTree: tree, history, parseSearch, stringifySearch, defaultPendingMs: 0 })
  render(<RouterProvider router={router} />)
  await screen.findByText('first')
  act(() => history.push('/second?pipeline=4'))
  await expect.poll(() => router.state.location.pathname).toBe('/second')
  expect(screen.getByText('first')).toBeInTheDocument()
  await act(async () => loaded.resolve({ Second }))
  await screen.findByText('second, 4')
  expect(seen.length).toBeGreaterThan(0)
  for (const search of seen) expect(search).toEqual({ time: 'future' })
})
