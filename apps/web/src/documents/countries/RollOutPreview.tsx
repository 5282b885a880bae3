import type { CountryColumn, CountryMatrix } from '@millrace/contract'
import { Notice } from '../../ui/Notice.tsx'
import { fieldLabel, type OpenField, previewOf, valueText } from './country-fields.ts'
import styles from './countries.module.css'

type Props = { matrix: CountryMatrix; countries: readonly CountryColumn[]; takeOver: readonly string[] }

/** Country by country: which fields change and from what to what, and which stay its own. */
export function RollOutPreview({ matrix, countries, takeOver }: Props) {
  return (
    <>
      <p className={styles.explained}>
        Nothing is changed until you roll out. Each country gets a draft that uses version {matrix.master.version};
        locked versions stay as they are.
      </p>
      {!matrix.master.vLocked && (
        <Notice look="line">
          Version {matrix.master.version} is a draft. Countries can be locked only after it is.
        </Notice>
      )}
      {countries.map((country) => {
        const { changed, kept } = previewOf(matrix, country, takeOver)
        return (
          <details key={country._id} className={styles.preview} open={countries.length === 1}>
            <summary>
              <strong>{country.name}</strong> from version {country.master.version}: {countOf(changed.length)} change
              {changed.length === 1 ? 's' : ''}, {kept.length} kept
            </summary>
            <ul>
              {changed.map((field) => (
                <li key={field.field.pointer}>
                  {fieldLabel(field.field.pointer)}: <Values field={field} />
                </li>
              ))}
              {kept.map(({ field, own }) => (
                <li key={field.pointer}>
                  {fieldLabel(field.pointer)} stays <code>{short(own)}</code>
                </li>
              ))}
              {changed.length + kept.length === 0 && <li>Nothing but the version of the master.</li>}
            </ul>
          </details>
        )
      })}
    </>
  )
}

function Values({ field: { own, field } }: { field: OpenField }) {
  if (field.newest === null && own === null) return <>as the new version has it</>
  return (
    <>
      <del>{short(own)}</del> <ins>{short(field.newest)}</ins>
    </>
  )
}

const countOf = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`

const maxShown = 120
const short = (value: unknown): string => {
  const text = valueText(value).replaceAll(/\s+/g, ' ')
  return text.length > maxShown ? `${text.slice(0, maxShown)} …` : text
}
