import { confirm } from './confirm.ts'

/** Closes a dialog; where edits would be lost it asks before. */
export function confirmClose(dirty: boolean, close: () => void): void {
  if (!dirty) close()
  else void confirm('Do you want to close without saving?').then((yes) => yes && close())
}
