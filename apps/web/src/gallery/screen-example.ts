import type { Log, Role } from '@millrace/contract'
import type { Answers } from './answers.ts'

/** The states in which a screen is worth a look. */
export const screenStates = ['full', 'empty', 'loading', 'failed', 'long'] as const
export type ScreenState = (typeof screenStates)[number]

/** A screen of the app with what it shows; the other states are made of `full`. */
export type ScreenExample = {
  /** Its name in the gallery and in addresses, e.g. 'wizard-plan'. */
  name: string
  /** Where it lies, e.g. '/consult/import?import=i1'. */
  at: string
  /** Where it lies while there is nothing of what the address names. */
  emptyAt?: string
  /** Who looks at it; null without a session. */
  as: Role | null
  /** What its calls answer; none for a screen that asks nothing, which has one state. */
  answers: Answers
  /** Where 'empty' is not just every list without entries. */
  empty?: Answers
  /** Log lines that the live link sends. */
  logs?: readonly Log[]
  /** What makes it whole: a button to press, by its accessible name, once it is there. */
  press?: readonly string[]
  /** A phone has other ways, and nothing of this to press. */
  pressOn?: 'wide'
  /** Then a file that is chosen in the first field for one. */
  file?: { name: string; text: string }
  /** The workers that it starts never answer, or do not load. */
  worker?: 'silent' | 'broken'
}

/** Which screen in which state somebody who walks through them asks for. */
export type ExampleName = { screen: string; state: string }

export const statesOf = ({ answers }: ScreenExample): readonly ScreenState[] =>
  Object.keys(answers).length === 0 ? ['full'] : screenStates

/** The answers of a screen in a state. */
export function answersIn(state: ScreenState, { answers, empty }: ScreenExample): Answers {
  if (state === 'full') return answers
  if (state === 'empty') return { ...changeAnswers(answers, withoutEntries), ...empty }
  if (state === 'long') return changeAnswers(answers, withLongTexts)
  return answers
}

type Change = (data: unknown) => unknown

function changeAnswers(answers: Answers, change: Change): Answers {
  const changed = Object.entries(answers).map(([call, given]) => [
    call,
    typeof given === 'function' ? async (request: never) => change(await given(request)) : change(given),
  ])
  return Object.fromEntries(changed)
}

/** The same answer with no entry in any list. */
function withoutEntries(data: unknown): unknown {
  if (Array.isArray(data)) return []
  if (data === null || typeof data !== 'object' || data instanceof Response) return data
  const parts = Object.entries(data).map(([key, value]) => [key, key === 'totalCount' ? 0 : withoutEntries(value)])
  return Object.fromEntries(parts)
}

/** Texts that people choose, and how long they make them: with spaces to break at, and without. */
const longTexts: Record<string, string> = {
  name: ' of the whole Northern European assortment, spare parts and accessories included',
  label: ' of the whole Northern European assortment, spare parts and accessories included',
  originalFilename: '_export_of_all_products_of_the_northern_european_assortment_2026-11-20_final_corrected.csv',
  message: ', and this sentence goes on for much longer than anybody who wrote a screen would have thought of',
  problem: ', and this sentence goes on for much longer than anybody who wrote a screen would have thought of',
  firstName: '-Wolfeschlegelsteinhausenbergerdorff',
  lastName: '-Featherstonehaugh-Cholmondeley',
  userName: '.wolfeschlegelsteinhausenbergerdorff-featherstonehaugh',
  email: '.wolfeschlegelsteinhausenbergerdorff.featherstonehaugh.millrace.test',
  column: '_of_the_product_in_the_language_of_the_country',
  pipelineName: ' of the whole Northern European assortment, spare parts and accessories included',
  listener: '-of-the-whole-northern-european-assortment-spare-parts-included',
  sentence: ', and once more on the last working day of every quarter',
}
/** Their texts come from lists of ours. */
const fixedParts = new Set(['roles', 'locale', 'locales', 'actions', 'kinds'])
/** What the app knows by its name. */
const fixedTexts = new Set(['Map fields'])

function withLongTexts(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withLongTexts)
  if (data === null || typeof data !== 'object' || data instanceof Response) return data
  const parts = Object.entries(data).map(([key, value]) => {
    if (fixedParts.has(key)) return [key, value]
    const more = longTexts[key]
    return [
      key,
      typeof value === 'string' && more !== undefined && !fixedTexts.has(value) ? value + more : withLongTexts(value),
    ]
  })
  return Object.fromEntries(parts)
}
