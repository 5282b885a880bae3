import { useAddress } from '../../routing/address.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { LockTab } from './LockTab.tsx'
import { UpdateTab } from './UpdateTab.tsx'

const tabs = [
  ['update', 'Update version'],
  ['lock', 'Lock version'],
] as const

/** Master pipelines that can be updated or locked, many at once (VER-035, PRM-010). */
export function UpdatesPage() {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const tab = search.tab === 'lock' ? 'lock' : 'update'
  return (
    <Page title="Updates" fill={!mobile}>
      <Tabs label="What to do" tabs={tabs} value={tab} onChange={(name) => setSearch({ tab: name }, { push: true })} />
      {tab === 'update' ? <UpdateTab /> : <LockTab />}
    </Page>
  )
}
