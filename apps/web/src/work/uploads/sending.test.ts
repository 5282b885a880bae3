import { describe, expect, it } from 'vitest'
import {
  type Choice,
  type ChosenFiles,
  fetchIt,
  filesOf,
  sendingOf,
  toSending,
  shareOf,
  sourcesToFetch,
  withChoice,
} from './sending.ts'

const file = (name: string, size: number) => new File(['x'.repeat(size)], name)
const chosen: ChosenFiles = new Map<string, File | typeof fetchIt>([
  ['local', file('a.csv', 300)],
  ['feed', fetchIt],
  ['stock', file('s.json', 100)],
])

describe('what waits to be sent', () => {
  it('is files on one side and sources to fetch on the other', () => {
    expect(filesOf(chosen).map(({ dataSubKind }) => dataSubKind)).toEqual(['local', 'stock'])
    expect(sourcesToFetch(chosen)).toEqual(['feed'])
  })
  it('UPL-006/ui is one file at most for a source: another replaces it, none takes it away', () => {
    const other = file('b.csv', 1)
    const replaced = withChoice(chosen, 'local', other)
    expect(replaced.get('local')).toBe(other)
    expect(replaced.size).toBe(3)
    expect([...withChoice(replaced, 'local', undefined).keys()]).toEqual(['feed', 'stock'])
    expect(chosen.get('local')).not.toBe(other)
  })
})

describe('how far sending is', () => {
  const files = filesOf(chosen)
  it('fills file after file, as they are sent', () => {
    expect([shareOf(toSending(files, 0.375), 'local'), shareOf(toSending(files, 0.375), 'stock')]).toEqual([0.5, 0])
    expect([shareOf(toSending(files, 0.875), 'local'), shareOf(toSending(files, 0.875), 'stock')]).toEqual([1, 0.5])
  })
  it('says nothing of sources that are not sent', () => {
    expect(shareOf(toSending(files, 1), 'feed')).toBeNull()
    expect(shareOf({ fetching: ['feed'] }, 'local')).toBeNull()
    expect(shareOf(null, 'local')).toBeNull()
  })
  it('an empty file is sent at once', () => {
    expect(shareOf(toSending([{ dataSubKind: 'local', file: file('a.csv', 0) }], 0), 'local')).toBe(1)
  })
})

describe('how far files are that are sent one by one', () => {
  const choice = (what: Choice['what'], share: number | null): Choice => ({ what, share, failure: null })
  it('is told of all that are on their way together', () => {
    const [a, b] = [file('a.csv', 300), file('b.csv', 100)]
    expect(
      sendingOf([
        ['local', choice(a, 0.5)],
        ['stock', choice(b, 1)],
        ['feed', choice(fetchIt, 0)],
        ['failed', choice(file('c.csv', 100), null)],
      ]),
    ).toEqual({
      sent: 250,
      total: 400,
      files: [
        { dataSubKind: 'local', file: a },
        { dataSubKind: 'stock', file: b },
      ],
    })
  })
  it('is what is being fetched where no file is on its way, and nothing where all rests', () => {
    expect(sendingOf([['feed', choice(fetchIt, 0)]])).toEqual({ fetching: ['feed'] })
    expect(sendingOf([['feed', choice(fetchIt, null)]])).toBeNull()
  })
})
