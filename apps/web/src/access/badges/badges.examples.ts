import type { Tag } from '@millrace/contract'

// Made-up badges for tests of screens.

export const exampleTag = (_id: string, name: string, over: Partial<Tag> = {}): Tag => ({
  _id,
  name,
  type: 'project',
  ...(over.type === 'admin' ? {} : { color: '#409EFF' }),
  isUsed: true,
  isHidden: false,
  ...over,
})

export const exampleTags = (): { admin: Tag[]; project: Tag[] } => ({
  admin: [exampleTag('hq', 'Headquarters', { type: 'admin' })],
  project: [
    exampleTag('am', 'Americas', { color: '#E6550D', isUsed: false }),
    exampleTag('dl', 'Dealers'),
    exampleTag('eu', 'Europe', { color: '#2CA02C' }),
  ],
})
