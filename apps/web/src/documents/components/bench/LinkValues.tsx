import type { LinkValue } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Table } from '../../../ui/Table.tsx'
import styles from './bench.module.css'
import { formatMs } from './bench-run.ts'
import { textOfValue } from './link-values.ts'

const columns = ['Link', 'Values', 'Time in its code', 'Last value']

/** What went over every link of the run, the component's own first, then those inside its instances. */
export function LinkValues({ links, component }: { links: readonly LinkValue[]; component: string }) {
  const [isInside, setInside] = useState(false)
  const own = links.filter((link) => link.component === component)
  const shown = isInside ? [...own, ...links.filter((link) => link.component !== component)] : own
  if (links.length === 0) return null
  return (
    <section className={styles.values} aria-label="Values of the links">
      <header className={styles.head}>
        <h4>Values of the links</h4>
        {own.length < links.length && (
          <Button tone="link" aria-pressed={isInside} onClick={() => setInside(!isInside)}>
            {isInside
              ? 'Hide those inside instances'
              : `Show ${formatCount(links.length - own.length)} inside instances`}
          </Button>
        )}
      </header>
      {/* Wide values scroll in their own box. */}
      <div className={styles.rows} tabIndex={0} role="group" aria-label="Rows of the links">
        <Table label="Values of the links" look="plain" columns={columns} minWidth={560}>
          {shown.map((link) => (
            <Row key={`${link.component} ${link.link}`} link={link} component={component} />
          ))}
        </Table>
      </div>
    </section>
  )
}

function Row({ link, component }: { link: LinkValue; component: string }) {
  const [isWhole, setWhole] = useState(false)
  const where = link.component === component ? '' : `${link.component.slice(component.length + 3)}: `
  return (
    <tr>
      <th scope="row" className={styles.linkName}>
        {where !== '' && <span className="quiet">{where}</span>}
        {link.link}
      </th>
      <td>{formatCount(link.count)}</td>
      <td>{link.ms === 0 ? '' : formatMs(link.ms)}</td>
      <td className={styles.value}>
        {link.count === 0 ? (
          <span className="quiet">nothing</span>
        ) : (
          <button
            type="button"
            className={styles.valueButton}
            aria-expanded={isWhole}
            aria-label={`${isWhole ? 'Fold' : 'Unfold'} the value of ${link.link}`}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? JSON.stringify(link.value, null, 2) : textOfValue(link)}
          </button>
        )}
        {isWhole && link.cut && <span className="quiet">Long lists and texts are cut.</span>}
      </td>
    </tr>
  )
}
