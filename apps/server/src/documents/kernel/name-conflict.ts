import { conflict, invalid, maxNameLength, normalizeName, texts } from '@millrace/contract'

const uniqueViolation = '23505'
const nameConstraints = ['documents_name', 'folders_name']

/** The name as it is stored; 40000 'Please input name' when nothing of it is seen, and when it is too long to be one. */
export function requiredName(name: string): string {
  const line = normalizeName(name)
  if (line === '') throw invalid(texts.pleaseInputName)
  if (line.length > maxNameLength) throw invalid(`A name has at most ${maxNameLength} characters`)
  return line
}

/** Runs the work; a name that the database finds taken becomes 'This name already exists in the folder' (D-117). */
export async function rejectTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === uniqueViolation && constraint !== undefined && nameConstraints.includes(constraint)) {
      throw conflict(texts.nameExists)
    }
    throw error
  }
}
