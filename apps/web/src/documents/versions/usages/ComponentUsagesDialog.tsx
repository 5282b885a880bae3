import type { Hierarchy } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useId, useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import type { ShownDocument } from '../shown-document.ts'
import { finalWorkflows, pipelineTree, usersBelow } from './hierarchy.ts'
import { HierarchyGraph } from './HierarchyGraph.tsx'
import { HierarchyTree } from './HierarchyTree.tsx'
import styles from './usages.module.css'

type Props = { document: Pick<ShownDocument, '_id' | 'name' | 'versions'>; onClose: () => void }

/**
 * What a version of a component is used by, at any depth: components, pipelines, the workflows that nobody else uses, and
 * all of them as a graph (CMP-012). Another version is chosen above.
 */
export function ComponentUsagesDialog({ document, onClose }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(document._id)
  const { data, error, refetch } = useCall('GET /components/{id}/dependencies', { params: { id: chosen } })
  // Of documents that this person does not see only the number is told, for all versions together.
  const usages = useCall('GET /documents/usages', { query: { id: document._id }, quiet: true })
  const unseen = usages.data?.unseen ?? 0
  return (
    <Dialog
      title={`Usages of ${document.name}`}
      width={95}
      onCancel={onClose}
      footer={
        <Button onClick={onClose} data-first-focus>
          Close
        </Button>
      }
    >
      <div className={styles.version}>
        <label htmlFor={id}>Version</label>
        <select id={id} className={styles.select} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {document.versions.map(({ _id, version, vLocked }) => (
            <option key={_id} value={_id}>
              {versionText(version, vLocked)}
            </option>
          ))}
        </select>
      </div>
      {data === undefined && error === null && <SkeletonRows rows={6} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Usages hierarchy={data} onOpened={onClose} />}
      {unseen > 0 && (
        <p className="note">
          {unseen === 1 ? 'One document that you do not see uses' : `${unseen} documents that you do not see use`} a
          version of it.
        </p>
      )}
    </Dialog>
  )
}

function Usages({ hierarchy, onOpened }: { hierarchy: Hierarchy; onOpened: () => void }) {
  const { component, components, pipelines } = hierarchy
  return (
    <div className={styles.usages}>
      <section aria-label="Components">
        <h3 className={styles.heading}>Components: {components.length}</h3>
        {components.length > 0 && (
          <HierarchyTree
            label={`Users of ${component.name}`}
            nodes={usersBelow(component.key, components)}
            onOpened={onOpened}
          />
        )}
        <p>{finalWorkflows(hierarchy)}</p>
      </section>
      <section aria-label="Pipelines">
        <h3 className={styles.heading}>Pipelines: {pipelines.length}</h3>
        {pipelines.length === 0 && <p>No pipeline runs this version.</p>}
        {pipelines.length > 0 && (
          <HierarchyTree label="Pipelines that run it" nodes={pipelineTree(pipelines)} onOpened={onOpened} />
        )}
      </section>
      {components.length + pipelines.length > 0 && (
        <section className={styles.wide} aria-label="Dependency graph">
          <h3 className={styles.heading}>Dependency graph</h3>
          <HierarchyGraph hierarchy={hierarchy} onOpened={onOpened} />
        </section>
      )}
    </div>
  )
}
