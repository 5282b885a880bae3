import type { FileFormat } from '@millrace/contract'
import { type DecimalMark, parseNumberText } from '@millrace/contract/schemas/number-text.rule'
import { FileError } from '../../formats/records/file-error.ts'
import type { Batch, ReadNote } from '../../formats/records/file.types.ts'
import type { DecimalGuess } from '../../schemas/decimal-guess.ts'
import { NumberSurvey } from '../../schemas/number-survey.ts'
import type { NumberTexts } from '../../schemas/validation.types.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'

/**
 * How the numbers of a file are read; `confidence` is the share of them that agree, 1 as set, 0 for a guess. `again`:
 * what is told once more by whoever uses what this reading made, since it was not sure.
 */
export type FoundDecimal = { decimal: DecimalMark; confidence: number; note: ReadNote; again: ReadNote | null }

type DecimalMarkOptions = {
  format: Pick<FileFormat, 'decimal'>
  guess: DecimalGuess
  numbers: NumberTexts | null
  /** Reads the file once more, from its beginning. */
  reread(): Promise<AsyncIterable<Batch>>
  found(decimal: FoundDecimal): void
}

/** The mark is judged by so many records, or fewer that hold so many values. */
const sampleRecords = 2000
const sampleValues = 200_000

/**
 * Gives the batches of a file on, each once it is known how its numbers are to be read (UPL-019): with the mark that is
 * set, else with that of most numbers of the first records, else of the whole file, else with the one that is guessed.
 * Of a file whose numbers have no marks nothing is said.
 */
export async function* withDecimalMark(
  batches: AsyncIterable<Batch>,
  options: DecimalMarkOptions,
): AsyncGenerator<Batch> {
  const { format, guess, numbers, reread, found } = options
  if (numbers === null) return yield* batches
  const settle = (decimal: FoundDecimal) => {
    numbers.readWith(decimal.decimal)
    found(decimal)
  }
  if (format.decimal !== undefined) {
    const note = { level: 'info' as const, message: asSet(format.decimal) }
    settle({ decimal: format.decimal, confidence: 1, note, again: null })
    return yield* batches
  }
  const yielder = new EventLoopYielder()
  const survey = new NumberSurvey()
  const held: Batch[] = []
  let isSettled = false
  let isSample = true
  let records = 0
  let values = 0
  for await (const batch of batches) {
    if (isSettled) {
      yield batch
      continue
    }
    await yielder.yieldIfDue()
    surveyBatch(batch, numbers, survey)
    held.push(batch)
    records += batch.records.length
    values += batch.records.length * Object.keys(batch.records[0] ?? {}).length
    if (records < sampleRecords && values < sampleValues) continue
    if (survey.hasMarks) {
      const isTold = isSample && survey.decimal !== null
      settle(judge(isTold ? survey : await surveyFile(reread, numbers), guess))
      isSettled = true
    }
    isSample = false
    yield* held.splice(0)
  }
  if (!isSettled && survey.hasMarks) settle(judge(survey, guess))
  yield* held
}

async function surveyFile(reread: DecimalMarkOptions['reread'], numbers: NumberTexts): Promise<NumberSurvey> {
  const survey = new NumberSurvey()
  const yielder = new EventLoopYielder()
  try {
    for await (const batch of await reread()) {
      await yielder.yieldIfDue()
      surveyBatch(batch, numbers, survey)
    }
  } catch (problem) {
    // The reading itself will come to the same place and say so.
    if (!(problem instanceof FileError)) throw problem
  }
  return survey
}

function surveyBatch({ records }: Batch, numbers: NumberTexts, survey: NumberSurvey): void {
  for (const record of records) numbers.survey(record, survey)
}

const asSet = (decimal: DecimalMark): string => `Numbers are read with the decimal mark '${decimal}' (as set)`

function judge(survey: NumberSurvey, guess: DecimalGuess): FoundDecimal {
  const { decimal, marks, either } = survey
  if (decimal === null) {
    const again = guessNote(survey, { decimal: guess.decimal, reason: 'as when the file was checked' })
    return { decimal: guess.decimal, confidence: 0, note: guessNote(survey, guess), again }
  }
  const all = marks['.'] + marks[',']
  const agree = marks[decimal]
  const told = `Numbers are read with the decimal mark '${decimal}' (detected, ${agree} of ${all} that tell it agree)`
  // What could mean two things goes another way here than people of the locale write it.
  const isOdd = either > 0 && decimal !== guess.decimal
  const message = either === 0 ? told : `${told}: ${readings(survey, decimal)}`
  return { decimal, confidence: agree / all, note: { level: isOdd ? 'warn' : 'info', message }, again: null }
}

function guessNote(survey: NumberSurvey, { decimal, reason }: DecimalGuess): ReadNote {
  const { marks, either } = survey
  const why =
    marks['.'] === 0
      ? 'No number of the file tells its decimal mark'
      : `The numbers of the file disagree about the decimal mark, ${marks['.']} have each`
  const shown = either === 0 ? '' : `: ${readings(survey, decimal)}`
  const todo = 'If that is wrong, set the decimal mark of the data source'
  return { level: 'warn', message: `${why}; '${decimal}' is taken, ${reason}${shown}. ${todo}` }
}

/** '5.000' is read as 5000 (with '.' it would be 5), … */
function readings({ examples }: NumberSurvey, decimal: DecimalMark): string {
  const other = decimal === ',' ? '.' : ','
  return examples
    .map((text) => {
      const [read, otherwise] = [parseNumberText(text, decimal), parseNumberText(text, other)]
      return `'${text}' is read as ${read} (with '${other}' it would be ${otherwise})`
    })
    .join(', ')
}
