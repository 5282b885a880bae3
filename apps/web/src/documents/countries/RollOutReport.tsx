import type { RolledOutCountry } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Table } from '../../ui/Table.tsx'
import { fieldLabel } from './country-fields.ts'

/** What became of each country, and why where nothing did. */
export function RollOutReport({ report }: { report: readonly RolledOutCountry[] }) {
  const failed = report.filter(({ error }) => error !== null).length
  return (
    <>
      <p role="status">
        {report.length - failed} of {report.length} done.
        {failed > 0 && ' The others are as they were: see why, then roll out to them again.'}
      </p>
      <Table label="Report" look="plain" columns={['Country', 'Result', 'Changed', 'Kept']}>
        {report.map(({ country, name, _id, version, changed, kept, error }) => (
          <tr key={country}>
            <td>
              {_id === null ? (
                name
              ) : (
                <Link to="/manage/pipeline" search={{ id: _id } as never}>
                  {name}
                </Link>
              )}
            </td>
            <td>
              {error === null ? (
                <StatusTag tone="ok">Version {version}</StatusTag>
              ) : (
                <StatusTag tone="error">Not done</StatusTag>
              )}{' '}
              {error}
            </td>
            <td>{changed.length}</td>
            <td>{kept.length === 0 ? <span className="unbroken">None</span> : kept.map(fieldLabel).join(', ')}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}
