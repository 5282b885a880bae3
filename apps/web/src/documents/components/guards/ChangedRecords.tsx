import type { PayloadComparison } from '@millrace/contract'
import { whatDiffers } from './comparison-words.ts'
import styles from './comparison.module.css'

const kinds = { pipeline: 'Pipeline', testCase: 'Test case' }

/** What differs in one payload, and the first records of it as old → new. */
export function ChangedRecords({ payload, version }: { payload: PayloadComparison; version: number }) {
  const { kind, name, examples } = payload
  return (
    <details className={styles.payload}>
      <summary>
        {kinds[kind]} <b>{name}</b>: {whatDiffers(payload)}
      </summary>
      <p className="quiet">The first records, version {version} → draft</p>
      <ul className={styles.records} aria-label={`Records of ${name} that differ`}>
        {examples.map(({ place, change, values, more }) => (
          <li key={`${place} ${change}`}>
            <b>{place === '' ? 'The result' : place}</b>
            {change !== 'changed' && ` ${change === 'added' ? 'is new' : 'is left out'}`}
            {values.map(({ pointer, locked, draft }) => (
              <div key={pointer} className={styles.value}>
                <code>{pointer === '' ? 'the whole result' : pointer}</code>
                {locked === null ? <span>nothing</span> : <del>{locked}</del>}
                <span>→</span>
                {draft === null ? <span>nothing</span> : <ins>{draft}</ins>}
              </div>
            ))}
            {more > 0 && <p className="quiet">and {more} more fields</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
