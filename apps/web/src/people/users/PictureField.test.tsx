import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { button, input, savedBody, show, fillIn } from '../../test-support/render-person.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
const made = vi.hoisted(() => [] as ((address: string) => void)[])
vi.mock('./avatar-file.ts', () => ({
  smallPicture: () => new Promise((resolve) => made.push(resolve)),
}))

const pictureOf = (letter: string) => `data:image/png;base64,${letter.repeat(8)}`

it('the picture chosen last is kept, and what was typed while it was made small', async () => {
  const { server, user } = await show()
  await user.upload(input('Picture'), [new File([], 'first.png', { type: 'image/png' })])
  await user.upload(input('Picture'), [new File([], 'second.png', { type: 'image/png' })])
  await fillIn(user)
  await user.selectOptions(input(/^Role/), 'user')
  await act(async () => made[1]?.(pictureOf('B')))
  await act(async () => made[0]?.(pictureOf('A')))
  await user.click(button('Confirm'))
  await waitFor(() => expect(server.of('POST /users')).toHaveLength(1))
  expect(savedBody(server.of('POST /users'))).toMatchObject({
    avatar: pictureOf('B'),
    firstName: 'Élodie',
    lastName: 'de la Cruz',
  })
})
