import type { SourceFile } from '../uploads/source-files.ts'

/** '1 of 3 files valid, 1 invalid, 1 missing' */
export function countFiles(files: readonly Pick<SourceFile, 'upload'>[]): string {
  const count = (status: string | undefined) => files.filter(({ upload }) => upload?.status === status).length
  const rest = [
    [count('validating'), 'being checked'],
    [count('invalid'), 'invalid'],
    [count(undefined), 'missing'],
  ] as const
  const words = rest.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]))
  return [`${count('valid')} of ${files.length} ${files.length === 1 ? 'file' : 'files'} valid`, ...words].join(', ')
}
