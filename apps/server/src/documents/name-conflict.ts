import { conflict, invalid, texts } from '@millrace/contract'

const uniqueViolation = '23505'
const nameConstraints = ['documents_name', 'folders_name']

/** The trimmed name; 40000 'Please input name' when nothing is left. */
export function requiredName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid(texts.pleaseInputName)
  return trimmed
}

/** Runs the work; a name that the database finds taken becomes 'This name already exists in the folder' (D-117). */
export async function refusingTakenNames<T>(work: () => Promise<T>): Promise<T> {
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
