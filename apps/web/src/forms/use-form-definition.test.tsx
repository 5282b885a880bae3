import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/use-call.ts'
import { fakeServer, RefusedCallError } from '../test-support/fake-server.ts'
import { useFormDefinition } from './use-form-definition.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Shown() {
  const { schema, error } = useFormDefinition('rt-component')
  return <p>{error ?? schema?.title?.toString() ?? 'loading'}</p>
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )

describe('a form definition', () => {
  it('SCH-033/ui is asked by name', async () => {
    const answer = { jsonSchema: { title: 'Component' } } as never
    const { of } = fakeServer({ 'GET /schemas/byname': answer })
    show()
    expect(await screen.findByText('Component')).toBeVisible()
    expect(of('GET /schemas/byname')[0]?.query).toEqual({ name: 'rt-component' })
  })

  it('SCH-029/ui that cannot be loaded says so', async () => {
    fakeServer({
      'GET /schemas/byname': () => {
        throw new RefusedCallError(40400, 'Schema not exist.')
      },
    })
    show()
    expect(await screen.findByText('Cannot load schema rt-component from server')).toBeVisible()
  })
})
