import { describe, expect, it } from 'vitest'
import { loadText, storeTexts } from './text-block.ts'

const stored = (texts: readonly string[]) => storeTexts(texts, texts.join('').length)

describe('the bytes of texts', () => {
  it.each<[string, string[], string, number]>([
    ['no text at all', [], 'latin1', 0],
    ['texts of no character', ['', ''], 'latin1', 0],
    ['ASCII, an odd number of characters', ['abc', '', 'de'], 'latin1', 5],
    ['one byte each', ['Größe', 'ÿ'], 'latin1', 6],
    ['a last character that has no room in one', ['abc', 'dĀ'], 'utf8', 6],
    ['a first one', ['Ā', 'bc'], 'utf8', 4],
    ['pairs of characters', ['😀', 'smile'], 'utf8', 9],
    ['three bytes each, where two are enough', ['中文', '中'], 'utf16le', 6],
    ['half a character', ['a', '\ud800', 'b'], 'utf16le', 6],
    ['two halves that would be one if they were joined', ['long text \ud83d', '\ude00'], 'utf16le', 24],
    ['more than is kept for the next', ['x'.repeat(5_000_000), 'Ā'], 'utf8', 5_000_002],
    ['little after much', ['y'], 'latin1', 1],
  ])('%s', (_, texts, form, size) => {
    const { form: found, bytes } = stored(texts)
    expect([found, bytes.length]).toEqual([form, size])
    const joined = texts.join('')
    // Compared as a whole: five million characters take long to be shown.
    expect(loadText(Buffer.from(bytes), found, joined.length) === joined).toBe(true)
  })

  it('are no text of another number of characters', () => {
    const { form, bytes } = stored(['abc'])
    expect(loadText(bytes, form, 4)).toBeNull()
  })
})
