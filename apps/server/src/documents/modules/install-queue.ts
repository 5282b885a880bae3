/** Jobs `{ id }` of modules to be installed, keyed by it. */
export const installQueue = 'module-install'
export type InstallJob = { id: string }
