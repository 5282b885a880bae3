import type { Module } from '@millrace/contract'

// Made-up modules for tests of screens.

export const exampleModule = (over: Partial<Module> = {}): Module => ({
  _id: over.name ?? 'm1',
  name: 'date-fns',
  version: '4.1.0',
  download: true,
  builtin: false,
  tags: [],
  state: 'ready',
  reason: null,
  ...over,
})

export const exampleModules = (): Module[] => [
  exampleModule({ name: 'ajv', version: '8.17.1', state: 'installing', tags: ['eu'] }),
  exampleModule({ tags: ['dl', 'eu'] }),
  exampleModule({ name: 'dayjs', version: '1.11.23', download: false, builtin: true }),
  exampleModule({
    name: 'left-pad',
    version: '9.0.0',
    state: 'failed',
    reason: 'There is no version 9.0.0 of left-pad.',
  }),
  exampleModule({ name: 'slugify', version: '1.6.6', download: false, state: 'listed' }),
]
