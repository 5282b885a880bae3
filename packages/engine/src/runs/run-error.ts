/**
 * Why a run ended early. timeout: a call, the parser or the run took too long. memory: the process grew too big.
 * result: it put out too much. crashed: the process died by itself. killed: another process ended it. syntax, error: the
 * author's code. input: a file cannot be read. aborted: the host asked for it. setup: a fault of the product itself.
 */
export type RunErrorKind =
  | 'timeout'
  | 'memory'
  | 'result'
  | 'crashed'
  | 'killed'
  | 'syntax'
  | 'error'
  | 'input'
  | 'aborted'
  | 'setup'

/** Where in the authors' code: names for people, line and column in the author's own text. */
export type CodePlace = {
  /** 'Bikes catalogue / Row to product' */
  component: string | null
  /** What the line counts in: a component's or a link's code. */
  source: string | null
  line: number | null
  column: number | null
  /** 1-based number of the record in the list that is run item by item. */
  record: number | null
  /** 1-based numbers of the items where lists inside the record are run item by item, the outermost first. */
  items: readonly number[]
}

export const unknownPlace: CodePlace = {
  component: null,
  source: null,
  line: null,
  column: null,
  record: null,
  items: [],
}

export type RunFault = { kind: RunErrorKind; message: string; place: CodePlace; stack: string }

export class RunError extends Error {
  override readonly name = 'RunError'
  readonly kind: RunErrorKind
  readonly place: CodePlace
  /** The author's stack as text, with places in the author's own sources; '' when there is none. */
  readonly codeStack: string

  constructor(kind: RunErrorKind, message: string, place: CodePlace = unknownPlace, codeStack = '') {
    super(message)
    this.kind = kind
    this.place = place
    this.codeStack = codeStack
  }
}

/** All that is told of an error in a component that the person may not see (S3). */
export const errorInside = 'an error inside'

/** 'Bikes catalogue / Row to product, line 3, record 12' */
function placeText(place: CodePlace): string {
  const parts = [place.component ?? place.source]
  if (place.source !== null && place.component !== null && !place.component.endsWith(place.source)) {
    parts.push(place.source)
  }
  if (place.line !== null) parts.push(`line ${place.line}`)
  if (place.record !== null) parts.push(`record ${place.record}`)
  for (const item of place.items) parts.push(`item ${item}`)
  return parts.filter((part) => part !== null).join(', ')
}

/** The sentence a person reads: place first, then what happened. */
export function faultText(fault: { message: string; place: CodePlace }): string {
  const place = placeText(fault.place)
  return place === '' ? fault.message : `${place}: ${fault.message}`
}
