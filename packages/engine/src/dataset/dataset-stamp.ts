import type { DecimalMark } from '@millrace/contract/schemas/number-text.rule'
import type { DecimalGuess } from '../schemas/decimal-guess.ts'

/**
 * What a dataset was made of, as a text that another dataset has only where it holds the same records. `base` is a hash
 * of the file, its settings and schemas and of the program that checks. Numbers whose mark the file does not tell are
 * read as is guessed, which is no setting of the file.
 * @param decimal how the numbers were found to be read when the file was sent; undefined where none has a mark
 */
export function datasetStamp(base: string, decimal: DecimalMark | undefined, guess: DecimalGuess): string {
  return `${base}-${decimal === undefined ? guess.decimal : 'found'}`
}
