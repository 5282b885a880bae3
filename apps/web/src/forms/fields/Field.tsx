import { readUiOptions } from '@millrace/contract/schemas/ui-options.rule'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useFormControl } from '../form-control.ts'
import type { Choice, Picked } from '../shape/choice.ts'
import { emptyOf, startOf } from '../shape/defaults.ts'
import { isShownAs } from '../shape/kinds.ts'
import { type Shape, shapeOf } from '../shape/shape.ts'
import { switchChoice } from '../shape/switch-choice.ts'
import { AbsentPart } from './AbsentPart.tsx'
import { ChoiceBar } from './ChoiceBar.tsx'
import { Frame } from './Frame.tsx'
import { MissingPart } from './MissingPart.tsx'
import { ListField } from './ListField.tsx'
import { ObjectField } from './ObjectField.tsx'
import { OtherValue } from './OtherValue.tsx'
import { WidgetField } from './WidgetField.tsx'
import type { FieldProps, PartProps } from './part-props.ts'
import { widgetOf } from './widget-of.ts'

const nonePicked: Picked = {}

/** Parts of parts that are drawn before anybody has put a value there. */
const maxOpenLevel = 5

/** One part of the value: a widget, a group, or a sentence about why there is none. Drawn anew when its own value changes. */
export const Field = memo(function Field(props: FieldProps) {
  const { schema, value, pointer, name, isRequired, trail, level, isItem = false } = props
  const { form, faults, branches, change } = useFormControl()
  const [picked, setPicked] = useState<Picked>(nonePicked)
  const [chose, setChose] = useState(false)
  const left = useRef(new Map<string, unknown>())
  const shape = useMemo(() => shapeOf(form, schema, value, picked), [form, schema, value, picked])
  const ui = useMemo(() => readUiOptions(shape.node), [shape.node])
  const isDrawn = ui.hidden !== true
  useEffect(() => (isDrawn ? faults.add(pointer) : undefined), [faults, pointer, isDrawn])
  useEffect(
    () => (picked === nonePicked ? undefined : branches.set(pointer, shape.choices)),
    [branches, pointer, picked, shape],
  )
  if (!isDrawn || (shape.never && value === undefined)) return null

  const title = typeof shape.node.title === 'string' ? shape.node.title : undefined
  const lock = ui.disabled
    ? 'disabled'
    : (props.lock ?? (ui.readonly || shape.node.readOnly === true ? 'readonly' : null))
  const put = (next: unknown) => {
    const empty = isItem && !shape.nullable ? emptyOf(shape.kind) : null
    const isNull = isItem || (shape.nullable && (isRequired || value === null))
    change(pointer, next === undefined && isNull ? empty : next)
  }
  const choose = (key: string, index: number) => {
    const next = { ...picked, [key]: index }
    left.current.set(key + String(shape.choices.find((one) => one.key === key)?.index), value)
    setPicked(next)
    setChose(true)
    put(switchChoice(form, schema, value, shape, next, left.current.get(key + String(index))))
  }
  const leaveOut = ({ key, index }: Choice) => {
    left.current.set(key + String(index), value)
    setPicked(nonePicked)
    setChose(true)
    put(undefined)
  }
  const label = ui.label ?? title ?? (name === '' ? '' : name)
  const part = { ...props, lock, shape, ui, label, put } satisfies PartProps
  const widget = widgetOf(shape, ui)
  const absent = isRequired ? undefined : ui.absent
  const bars = shape.choices.map((choice, at) => (
    <ChoiceBar
      key={choice.key}
      {...{ choice, label, lock }}
      onChoose={choose}
      absent={at === 0 ? absent : undefined}
      isAbsent={absent !== undefined && value === undefined}
      // A part that comes or goes is drawn anew around it.
      autoFocus={absent !== undefined && chose}
      onLeaveOut={() => leaveOut(choice)}
    />
  ))
  if (shape.missing !== null) return <MissingPart {...part} />
  if (!isShownAs(shape.kind, value) && widget.kind !== 'picker') return <OtherValue {...part} bars={bars} />
  if (widget.kind === 'object' || widget.kind === 'list') {
    const isAgain = shape.references.some((reference) => trail.includes(`${reference} `)) || level >= maxOpenLevel
    const isOptional = !isRequired && level > 0 && (isAgain || shape.nullable || needsMuch(shape))
    const isOpen = value !== undefined && value !== null
    if (!isOpen && (value === null || (level > 0 && (isAgain || isOptional)))) {
      if (absent !== undefined && bars.length > 0) {
        return (
          <Frame {...part} isGroup>
            {bars[0]}
          </Frame>
        )
      }
      return <AbsentPart {...part} onAdd={() => change(pointer, startOf(form, schema))} />
    }
    const inner = { ...part, trail: `${trail}${shape.references.map((reference) => `${reference} `).join('')}` }
    return widget.kind === 'object' ? (
      <ObjectField {...inner} bars={bars} isOptional={isOptional && absent === undefined} />
    ) : (
      <ListField {...inner} bars={bars} look={widget.name} within={props.look} />
    )
  }
  return <WidgetField {...part} widget={widget} bars={bars} />
})

/** An object that must hold this or that, or must be of one kind or another: one that may be left out is added knowingly. */
const needsMuch = ({ kind, node, choices }: Shape): boolean =>
  kind === 'object' && (choices.length > 0 || (Array.isArray(node.required) && node.required.length > 0))
