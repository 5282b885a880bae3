import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

/** What the old way copied, and where its field stood; a page that does not come over https has no clipboard. */
function oldWay() {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  const copied: { text: string; within: Element | null }[] = []
  document.execCommand = () => {
    const field = document.activeElement as HTMLTextAreaElement
    copied.push({ text: field.value, within: field.parentElement })
    return true
  }
  return copied
}

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('copies from within the dialog that is open, since nothing else can be selected, and gives the focus back', async () => {
  const copied = oldWay()
  document.body.innerHTML = '<button>below</button><dialog open><button>Copy</button></dialog>'
  const button = document.querySelector<HTMLElement>('dialog button')!
  button.focus()
  expect(await copyText('the link')).toBe(true)
  expect(copied).toEqual([{ text: 'the link', within: document.querySelector('dialog') }])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

it('does not say that it copied where its field cannot be reached', async () => {
  const copied = oldWay()
  vi.spyOn(HTMLTextAreaElement.prototype, 'focus').mockImplementation(() => undefined)
  expect(await copyText('the link')).toBe(false)
  expect(copied).toEqual([])
})
