import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', '..', 'apps', 'server', 'demo', 'files')

/** A data file that comes with the repository. */
export const demoFile = (name: string): string => path.join(folder, name)
