import type { DocKind, TreeNode } from '@millrace/contract'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import styles from './explorer.module.css'
import { isMenuDisabled } from './node-actions.ts'
import { pathOf, type TreeIndex } from '../folders/tree-index.ts'

type Props = {
  kind: DocKind
  index: TreeIndex
  /** The row that has the focus. */
  node: TreeNode | undefined
  /** Its badge rules in words. */
  words: readonly string[]
  /** The version on screen. */
  selected: string | undefined
  drag: { status: string; cancel: () => void } | null
  /** The row whose disabled menu was last asked for. */
  denied: string | null
  onVersion: (id: string) => void
}

/**
 * Below a managed tree: where the focused row lies and its rules in words, what is being carried, and, where the
 * menu of a row is disabled, why, with what may still be done.
 */
export function ExplorerFoot({ kind, index, node, words, selected, drag, denied, onVersion }: Props) {
  const showsRules = useMay('POST /tags/update-document-tags')
  const disabled = drag === null && node !== undefined && isMenuDisabled(node, kind)
  return (
    // Long names and rules scroll: it takes the focus so that keys can scroll it, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it need take the focus
    <footer tabIndex={0} aria-label="Chosen row" className={`${styles.foot} ${showsRules ? '' : styles.short}`}>
      <p role="status">{drag?.status}</p>
      {drag !== null && (
        <Button tone="link" onClick={drag.cancel}>
          Leave it where it is
        </Button>
      )}
      {drag === null && node !== undefined && (
        <>
          <p>
            <strong>{pathOf(index, node.value)}</strong>
          </p>
          {disabled && (
            <div className={styles.denied}>
              {/* Read out once the menu is asked for, not with every row the keys pass. */}
              {denied === node.value ? <p role="alert">{lockedWords(node)}</p> : <p key="quiet">{lockedWords(node)}</p>}
              <DocumentActions kind={kind} leaf={node} index={index} selected={selected} onVersion={onVersion} />
            </div>
          )}
          {words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {showsRules && words.length === 0 && <p>No badge rules, neither here nor in the folders above.</p>}
        </>
      )}
      {drag === null && node === undefined && (
        <p>{showsRules ? 'Choose a row to read its badge rules.' : 'Choose a row to read where it lies.'}</p>
      )}
    </footer>
  )
}

const lockedWords = ({ versions }: TreeNode): string =>
  `Version ${versions?.[0]?.version ?? ''} is locked: its menu is disabled.`
