import { auditFormats } from '@millrace/contract/uploads/file-types.rule'
import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import { Button as KitButton, Dropdown, Pagination } from 'antd'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { download } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useAddress } from '../../routing/address.ts'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount, usePlatformZone } from '../../ui/format.ts'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import {
  type AuditPlace,
  filtersOf,
  isAuditFiltered,
  readAuditPlace,
  changeAuditFilter,
  auditRowsPerPage,
  writeAuditPlace,
} from './audit-place.ts'
import { AuditTable } from './AuditTable.tsx'
import styles from './audit.module.css'

/** Who did what to which object, newest first, with what it was before and after. */
export function AuditPage() {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const zone = usePlatformZone()
  const place = readAuditPlace(search)
  const go = (next: AuditPlace, push = true) => setSearch(writeAuditPlace(next), { push })
  const filters = filtersOf(place, zone)
  const list = useCall(
    'GET /audit',
    { query: { pageNumber: place.page, nbItemsPerPage: auditRowsPerPage, ...filters } },
    { placeholderData: keepPreviousData },
  )
  const { data, error, isPlaceholderData: old } = list
  const refetch = () => void list.refetch()

  return (
    <Page title="Audit" fill={!mobile} actions={<ExportButton filters={filters} total={data?.totalCount} />}>
      <AuditFilterBar place={place} onChange={go} />
      <Panel grow flush>
        {data === undefined && error === null && <SkeletonRows rows={12} />}
        {error !== null && (data === undefined || old) && <ErrorPanel error={error} onRetry={refetch} />}
        {data?.entries.length === 0 && error === null && <Nothing place={place} onClear={() => go({ page: 1 })} />}
        {data !== undefined && data.entries.length > 0 && !(error !== null && old) && (
          <AuditTable
            entries={data.entries}
            open={place.open}
            onOpen={(open) => go({ ...place, open }, false)}
            onFilter={(filter) => go(changeAuditFilter({ page: 1 }, filter))}
            old={old}
          />
        )}
      </Panel>
      <Bar className={styles.foot}>
        <span className="quiet-line">{totalText(data?.totalCount)}</span>
        <Spacer />
        <Pagination
          size="small"
          current={place.page}
          pageSize={auditRowsPerPage}
          total={data?.totalCount ?? 0}
          showSizeChanger={false}
          hideOnSinglePage
          onChange={(page) => go({ ...place, page, open: undefined })}
        />
      </Bar>
    </Page>
  )
}

function Nothing({ place, onClear }: { place: AuditPlace; onClear: () => void }) {
  if (!isAuditFiltered(place) && place.page === 1) {
    return (
      <EmptyState text="Nothing has been recorded yet. Changes of users, badges, documents, jobs and connections show here." />
    )
  }
  return <EmptyState text="Nothing matches these filters" action={<Button onClick={onClear}>Clear filters</Button>} />
}

const formats = auditFormats.map((key) => ({ key, label: key.toUpperCase() }))

/** Everything the filters let pass, all pages, as a file. */
function ExportButton({ filters, total }: { filters: ReturnType<typeof filtersOf>; total: number | undefined }) {
  const [busy, setBusy] = useState(false)
  const save = async (format: string) => {
    setBusy(true)
    try {
      await download('POST /audit/export', { format: format as (typeof formats)[number]['key'], ...filters })
    } catch (error) {
      // Its text was shown as a toast.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      disabled={busy || !total}
      menu={{ items: [...formats], onClick: ({ key }) => void save(key) }}
    >
      <KitButton
        icon={<DownloadOutlined aria-hidden="true" />}
        loading={busy}
        {...(total === 0 ? { title: 'There is nothing to export' } : {})}
      >
        Export
      </KitButton>
    </Dropdown>
  )
}

const totalText = (count: number | undefined): string =>
  count === undefined ? '' : count === 1 ? '1 entry' : `${formatCount(count)} entries`
