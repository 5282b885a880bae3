import type { DocKind, TreeNode } from '@millrace/contract'
import { DocumentActions } from '../explorer/DocumentActions.tsx'
import { useMay } from '../../access/sessions/use-session.ts'
import { foldersAround, pathOf, type TreeIndex } from '../folders/tree-index.ts'
import { noRules, rowRules } from '../explorer/row-rules.ts'
import { useBadgeNames } from '../explorer/use-badge-names.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Panel } from '../../ui/Page.tsx'
import { VersionBar } from '../versions/VersionBar.tsx'
import { PipelineFacts } from './PipelineFacts.tsx'
import styles from './manage.module.css'

type Props = {
  kind: DocKind
  leaf: TreeNode
  index: TreeIndex
  /** The version of the address. */
  version: string
  onVersion: (id: string) => void
  /** Another version was made or what was open is gone (null). */
  onOpened: (id: string | null) => void
}

/** What is known of a document without opening it: where it lies, its versions, and who may read and write it. */
export function DocumentPanel({ kind, leaf, index, version, onVersion, onOpened }: Props) {
  const showsRules = useMay('POST /tags/update-document-tags')
  const nameOf = useBadgeNames()
  const around = foldersAround(index, leaf.value)
  const above = around.toReversed().map((id) => pathOf(index, id))
  const { words } = rowRules(leaf.tags, leaf.inheritTags, above, nameOf)
  const versions = leaf.versions ?? []
  const shown = versions.find(({ _id }) => _id === version) ?? versions[0]
  const locked = versions.some(({ vLocked }) => vLocked)
  return (
    <Panel grow title={leaf.label}>
      {shown !== undefined && (
        <VersionBar
          kind={kind}
          document={{
            ...shown,
            name: leaf.label,
            read_only: shown.vLocked || !leaf.draggable,
            writes: leaf.draggable,
            isMaster: leaf.isMaster,
            versions,
          }}
          onOpened={onOpened}
        />
      )}
      <Facts look="rows" className={styles.facts}>
        <Fact name="Lies in">{above[0]}</Fact>
        {shown !== undefined && (
          <Fact name="Saved">
            <Timestamp at={shown.lastUpdateDate} />
          </Fact>
        )}
        <Fact name="Your rights">{rightsWords(leaf, locked)}</Fact>
        {showsRules && (
          <>
            <Fact name="Actions" className={styles.actions}>
              <DocumentActions
                kind={kind}
                leaf={leaf}
                index={index}
                selected={version}
                without="choose-version"
                onVersion={onVersion}
              />
            </Fact>
            <Fact name="Who may">
              {words === noRules.words
                ? 'No badge is asked for: everybody whose role has these screens reads and writes it.'
                : words.map((sentence) => <p key={sentence}>{sentence}</p>)}
            </Fact>
          </>
        )}
        {kind === 'pipeline' && shown !== undefined && <PipelineFacts id={shown._id} />}
      </Facts>
    </Panel>
  )
}

function rightsWords(leaf: TreeNode, locked: boolean): string {
  if (leaf.draggable) return 'You may read and change it.'
  return locked
    ? 'You may read it. A version is locked, or a write rule keeps you out, so you may not change it.'
    : 'You may read it. A write rule keeps you from changing it.'
}
