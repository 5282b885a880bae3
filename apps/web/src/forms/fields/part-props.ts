import type { UiOptions } from '@millrace/contract/schemas/ui-options.rule'
import type { Shape } from '../shape/shape.ts'

/** Why fields cannot be changed: 'readonly' ones can be read and copied, 'disabled' ones are greyed. */
export type Lock = 'readonly' | 'disabled' | null

/** A part of the value to be drawn. */
export type FieldProps = {
  schema: unknown
  value: unknown
  pointer: string
  /** The property's name; of an item of a list what it is called. */
  name: string
  isRequired: boolean
  lock: Lock
  /** References followed on the way here, each with a space behind it. */
  trail: string
  level: number
  /** An item of a list: emptied, it stays as an empty one. */
  isItem?: boolean
  /** A cell of a table, or an item under a heading of its own: its name is there already. */
  look?: 'cell' | 'bare'
}

/** What every drawing of a part is given. */
export type PartProps = Omit<FieldProps, 'lock'> & {
  lock: Lock
  shape: Shape
  ui: UiOptions
  label: string
  /** Sets the value of this part; undefined empties it. */
  put: (value: unknown) => void
}
