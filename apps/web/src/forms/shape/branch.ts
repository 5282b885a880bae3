import type { BranchOf } from '../check.ts'
import type { FormSchema } from '../form-schema.ts'
import { pointerInto } from '../value-at.ts'
import { type Choice, chosenOf } from './choice.ts'
import { isNullOption } from './shape.ts'

/** What people chose among several schemas, by the place of the value. */
export class PickedBranches {
  readonly #byPlace = new Map<string, readonly Choice[]>()
  readonly #onChange: () => void

  /** @param onChange called when the faults of the value may have changed with a choice */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** @returns what takes the choices back */
  set(pointer: string, choices: readonly Choice[]): () => void {
    this.#byPlace.set(pointer, choices)
    this.#onChange()
    return () => {
      if (this.#byPlace.get(pointer) === choices) this.#byPlace.delete(pointer)
    }
  }

  find(pointer: string, options: readonly unknown[]): unknown {
    const choice = this.#byPlace.get(pointer)?.find(({ given }) => given === options)
    return choice?.options[choice.index]?.schema
  }
}

/**
 * The option a form draws: what a person chose, else what the value comes nearest to. Texts and numbers have no parts to
 * tell a fault at.
 */
export const drawnBranch =
  (form: Pick<FormSchema, 'fits' | 'resolve'>, picked: PickedBranches): BranchOf =>
  (options, value, parts) => {
    if (typeof value !== 'object' || value === null) return undefined
    const own = picked.find(
      parts.reduce((pointer, part) => pointerInto(pointer, part), ''),
      options,
    )
    if (own !== undefined) return own
    const some = options.filter((option) => !isNullOption(form, option))
    const { options: titled, index } = chosenOf(form, '', some, value, {})
    return titled[index]?.schema
  }
