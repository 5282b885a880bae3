import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useFormControl, useMark, useSentences } from '../form-control.ts'
import styles from '../form.module.css'
import type { FieldMark } from '../mark-store.ts'
import type { PartProps } from './part-props.ts'

/** The ids by which a field, its description and its sentences refer to each other. */
export function useFieldIds({ pointer, shape, ui }: Pick<PartProps, 'pointer' | 'shape' | 'ui'>) {
  const { idPrefix } = useFormControl()
  const sentences = useSentences(pointer)
  const mark = useMark(pointer)
  const id = `${idPrefix}${pointer}`
  const description = ui.description ?? (typeof shape.node.description === 'string' ? shape.node.description : '')
  const describedBy = [
    description === '' ? '' : `${id}:about`,
    mark === undefined ? '' : `${id}:mark`,
    sentences.length === 0 ? '' : `${id}:faults`,
  ]
  return { id, sentences, description, mark, describedBy: describedBy.filter(Boolean).join(' ') || undefined }
}

type Props = PartProps & { bars?: ReactNode; children: ReactNode; isGroup: boolean; actions?: ReactNode }

/** A part with its name, its description and what is wrong with it; a group has a legend, a field a label. */
export function Frame(props: Props) {
  const { ui, label, isRequired, isItem, look, children, bars, isGroup, actions, level } = props
  const { id, sentences, description, mark } = useFieldIds(props)
  const span = ui.columns ?? (isGroup || ui.widget === 'textarea' || isItem === true ? 12 : 6)
  const name = isGroup ? (ui.legend ?? label) : label
  const isNamed = (isGroup ? ui.showLegend : ui.showLabel) !== false && name !== '' && look === undefined
  const text = (
    <>
      {name}
      {isRequired && isItem !== true && level > 0 && (
        <span className={styles.star} aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  const told = mark !== undefined && look !== 'cell' && <Mark id={id} mark={mark} {...props} />
  const body = (
    <>
      {isNamed && (isGroup ? <legend>{text}</legend> : <label htmlFor={id}>{text}</label>)}
      {actions}
      {description !== '' && look !== 'cell' && (
        <p id={`${id}:about`} className={styles.about}>
          {description}
        </p>
      )}
      {isGroup && told}
      {bars}
      {children}
      {!isGroup && told}
      {sentences.length > 0 && <Sentences id={`${id}:faults`} sentences={sentences} />}
    </>
  )
  const style = { '--span': look === 'cell' ? 12 : span } as React.CSSProperties
  if (!isGroup) {
    return (
      <div className={styles.field} style={style}>
        {body}
      </div>
    )
  }
  const isFramed = level > 0 && look === undefined
  return (
    <fieldset
      id={id}
      className={isFramed ? styles.group : styles.open}
      style={style}
      aria-label={isNamed || name === '' ? undefined : name}
      data-faulty={sentences.length > 0 || undefined}
    >
      {body}
    </fieldset>
  )
}

type MarkProps = { id: string; mark: FieldMark } & Pick<PartProps, 'label' | 'lock' | 'pointer'>

function Mark({ id, mark: { text, press }, label, lock, pointer }: MarkProps) {
  const { pressMark } = useFormControl()
  return (
    <p id={`${id}:mark`} className={styles.mark} data-press={press !== undefined || undefined}>
      {text}
      {press !== undefined && lock === null && (
        <Button tone="link" aria-label={`${press} ${label}`} onClick={() => pressMark(pointer)}>
          {press}
        </Button>
      )}
    </p>
  )
}

const maxSentences = 5

const Sentences = ({ id, sentences }: { id: string; sentences: readonly string[] }) => (
  <div id={id} className={styles.faults}>
    {sentences.slice(0, maxSentences).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {sentences.length > maxSentences && <p>and {sentences.length - maxSentences} more</p>}
  </div>
)
