import { getMaxSafeLength, compileNativePattern } from '@millrace/contract/schemas/native-pattern'

/** A text that cannot be compared with a pattern in bounded time here: the server has other means. */
export class UndecidedPatternError extends Error {
  override readonly name = 'UndecidedPatternError'
}

export type BoundedPattern = { test(text: string): boolean }

/**
 * A `pattern` in a browser, where nothing can end a match that does not end: texts longer than what it surely affords
 * are not compared. Throws SchemaError for what is no pattern; `test` throws UndecidedPatternError.
 */
export function boundedPattern(source: string): BoundedPattern {
  const native = compileNativePattern(source)
  const maxLength = getMaxSafeLength(source)
  return {
    test(text) {
      if (text.length > maxLength) throw new UndecidedPatternError(`the server compares long texts with ${source}`)
      return native.test(text)
    },
  }
}
