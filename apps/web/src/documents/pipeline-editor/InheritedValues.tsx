import type { InheritedField } from '@millrace/contract/pipelines/inheritance.rule'
import { versionText } from '@millrace/contract/versions/version.rule'
import { Button } from '../../ui/Button.tsx'
import { Bar } from '../../ui/Layout.tsx'
import type { Inheritance } from './model/inheritance.ts'
import { ownFieldLabel, ownValueWords } from './model/own-value-words.ts'
import styles from './pipeline-editor.module.css'

type Props = {
  inheritance: Inheritance
  readOnly: boolean
  /** Shows the field in the form, by its pointer in the pipeline. */
  onShow: (pointer: string) => void
  /** Takes the master's values again. */
  onGoBack: (fields: readonly InheritedField[]) => void
}

/** What of a country is its master's, and each value of its own beside the master's, with the way back to it. */
export function InheritedValues({ inheritance, readOnly, onShow, onGoBack }: Props) {
  const { master, overrides } = inheritance
  const title = `${master.name}, ${versionText(master.version, master.vLocked)}`
  if (overrides.length === 0)
    return (
      <p className="quiet">Everything but the locale is as in {title}. What you change here is a value of its own.</p>
    )
  return (
    <details className={styles.inherited} open={overrides.length <= maxOpen}>
      <summary>
        Besides the locale {overrides.length === 1 ? 'one value is' : `${overrides.length} values are`} its own,
        everything else is from {title}
      </summary>
      <ul>
        {overrides.map((field) => (
          <li key={field.pointer}>
            <Bar>
              <Button tone="link" onClick={() => onShow(field.pointer)}>
                {ownFieldLabel(field.pointer)}
              </Button>
              <span>
                here <b>{ownValueWords(field.own)}</b>, {masterWords(field)}
              </span>
              {!readOnly && (
                <Button
                  aria-label={`Use the master's ${ownFieldLabel(field.pointer)}`}
                  onClick={() => onGoBack([field])}
                >
                  Use the master’s
                </Button>
              )}
            </Bar>
          </li>
        ))}
      </ul>
      {!readOnly && overrides.length > 1 && (
        <Button onClick={() => onGoBack(overrides)}>Use the master’s for all {overrides.length}</Button>
      )}
    </details>
  )
}

/** More values than these start folded, so that the form stays in sight. */
const maxOpen = 5

/** What the master has in place of a value of its own; of a whole source or sink, that there is none. */
const masterWords = ({ pointer, stored }: InheritedField) =>
  stored === undefined && pointer.split('/').length === 3 ? (
    'the master has none of this name'
  ) : (
    <>
      in the master <b>{ownValueWords(stored)}</b>
    </>
  )
