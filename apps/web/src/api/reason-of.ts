/** What to tell people of something that was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
