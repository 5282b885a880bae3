import type { DocKind } from '@millrace/contract'
import { mayOpenDocuments } from '@millrace/contract/roles'
import { useMemo } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { Explorer } from '../explorer/Explorer.tsx'
import { explorerWidth } from '../explorer/explorer-props.ts'
import { indexTree, rowOfVersion } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'
import { useSession } from '../../access/sessions/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { DocumentView, type ManageView, viewsOf } from './DocumentView.tsx'
import styles from './manage.module.css'

type Props = { kind: DocKind; title: string; explorer: string; emptyText: string }

const words: Record<DocKind, string> = { pipeline: 'pipeline', schema: 'data model', component: 'component' }

/**
 * The folders and documents of a kind. An admin has the explorer alone, as wide as the page (D-130, PRM-009); managers
 * and super-admins see the chosen document beside it, or, where there is no room for both, by tabs. `?id=` is any of its
 * versions, `?view=` what is shown of it.
 */
export function ManagePage({ kind, title, explorer: heading, emptyText }: Props) {
  const { search, setSearch } = useAddress()
  const { role } = useSession()
  const mobile = useMobile()
  const { nodes } = useFolderTree(kind)
  const index = useMemo(() => indexTree(nodes ?? [], { words: '' }), [nodes])
  const row = rowOfVersion(index, search.id)
  const alone = !mayOpenDocuments(role)
  const choose = (id: string) => setSearch(mobile ? { id, view: null } : { id }, { push: true })
  const explorer = (
    <Explorer
      kind={kind}
      title={heading}
      emptyText={emptyText}
      selected={search.id}
      onSelect={(leaf) => choose(leaf.value)}
      manage={{ onVersion: choose }}
      whole={alone}
    />
  )
  const leaf = row === undefined ? undefined : index.entries.get(row)?.node
  const views = viewsOf(kind, mobile ? heading : null, leaf?.isMaster === true)
  const usual = views.find(([name]) => name !== 'tree')?.[0] ?? 'editor'
  const view = views.find(([name]) => name === search.view)?.[0] ?? usual
  const tabs = leaf?.type === 'leaf' && views.length > 1 && (
    <Tabs
      label="View"
      tabs={views}
      value={view}
      onChange={(name: ManageView) => setSearch({ view: name === usual ? null : name })}
    />
  )
  const document =
    leaf?.type === 'leaf' ? (
      <DocumentView
        kind={kind}
        view={view}
        leaf={leaf}
        index={index}
        version={search.id ?? leaf.value}
        onVersion={choose}
        onOpened={(id) => id !== search.id && setSearch({ id }, { push: true })}
      />
    ) : (
      <Panel grow>
        <EmptyState text={emptyOf(kind, search.id, nodes !== undefined)} />
      </Panel>
    )
  const showsTree = tabs === false || view === 'tree'
  return (
    <Page title={title} fill={!mobile || alone} below={kind === 'schema' ? 65 : 60}>
      {alone && <div className={styles.whole}>{explorer}</div>}
      {!alone && (
        <div className={mobile ? undefined : styles.whole}>
          <SplitPane
            direction="columns"
            size={explorerWidth}
            label="Resize the explorer"
            remember={`manage-${kind}`}
            // A window that becomes narrow, as a tablet that is turned, keeps what is being edited.
            only={mobile ? (showsTree ? 'first' : 'second') : null}
            first={
              mobile ? (
                <Stack>
                  {tabs}
                  {explorer}
                  {tabs === false && document}
                </Stack>
              ) : (
                explorer
              )
            }
            second={
              <Stack fill={!mobile}>
                {tabs}
                {document}
              </Stack>
            }
          />
        </div>
      )}
    </Page>
  )
}

function emptyOf(kind: DocKind, asked: string | undefined, known: boolean): string {
  if (asked === undefined) return `Choose a ${words[kind]}, or make one with New item.`
  return known ? `You do not have access to this ${words[kind]}, or it no longer exists.` : ''
}
