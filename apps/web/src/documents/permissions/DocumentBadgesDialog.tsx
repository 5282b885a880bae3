import type { DocTags, TaggedType, TreeNode } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { findLostAccess } from '@millrace/contract/badges/describe-rule.rule'
import { seesHiddenBadges } from '@millrace/contract/roles'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { DocumentPreview } from './DocumentPreview.tsx'
import { useSession } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { toast } from '../../state/toasts.ts'
import { confirmClose } from '../../ui/confirm-close.ts'
import { sameRule } from './edit-rule.ts'
import { RuleBox, Warning } from './RuleBox.tsx'
import styles from './rules.module.css'
import { useTagNames, useTags } from '../../access/badges/use-tags.ts'

export type TaggedNode = {
  type: TaggedType
  node: Pick<TreeNode, 'value' | 'label' | 'tags' | 'inheritTags'>
  /** Paths of the folders above, the nearest first, as `inheritTags` has them. */
  above: readonly string[]
}

type Props = {
  item: TaggedNode
  /** More than `item`, whose rules it begins with: all of them get the same. */
  several?: { count: number; onSave: (tags: DocTags) => Promise<void> }
  onClose: () => void
}

/**
 * Who may read and write a folder or document (TAG-015, TAG-016): both rules as cards, in words, with the rules of the
 * folders above and what saving would change for whom.
 */
export function DocumentBadgesDialog({ item, several, onClose }: Props) {
  const { node, type } = item
  const { role, user } = useSession()
  const { tags, error, refetch } = useTags()
  const { byId } = useTagNames(tags)
  const [rules, setRules] = useState<DocTags>(node.tags)
  const [busy, setBusy] = useState(false)
  const dirty = !sameRule(rules.read, node.tags.read) || !sameRule(rules.write, node.tags.write)
  // Hidden badges are offered to super-admins alone; where they are in a rule they stay (D-44).
  const offered = (tags?.project ?? []).filter(({ isHidden }) => !isHidden || seesHiddenBadges(role))
  const self = { role, badges: new Set(user.project_tags.map(({ _id }) => _id)) }
  const lost = findLostAccess(self, node.tags, rules, node.inheritTags)
  const aboveOf = (access: keyof DocTags) =>
    node.inheritTags.map((inherited, at) => ({ folder: item.above[at] ?? 'above', rule: inherited[access] }))

  const save = async () => {
    if (!(await confirm(texts.saveModifications))) return
    setBusy(true)
    if (several !== undefined) return several.onSave(rules)
    try {
      await call('POST /tags/update-document-tags', { body: { id: node.value, tags: rules, type } })
      toast.success('The badges have been saved.')
      // Rows, what badges are used, and whoever sees what.
      await refreshCalls('GET /folders/tree', 'GET /tags/list', 'GET /permissions/explain')
      onClose()
    } catch {
      // Told by the call; the edits stay.
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={several === undefined ? `Manage badges of ${node.label}` : `Manage badges of ${several.count} rows`}
      width={75}
      onCancel={() => confirmClose(dirty, onClose)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={(!dirty && several === undefined) || busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {tags === undefined && error === null && <SkeletonRows rows={8} />}
      {tags === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
      {tags !== undefined && (
        <>
          <p className={styles.lead}>
            Whoever holds all badges of one group passes. Super-admins always pass.
            {several !== undefined && ` All ${several.count} get these rules; shown are those of ${node.label}.`}
            {type === 'folder' && ' The rules count for everything inside the folder, too.'}
          </p>
          <div className={styles.columns}>
            {(['read', 'write'] as const).map((access) => (
              <RuleBox
                key={access}
                access={access}
                rule={rules[access]}
                known={byId}
                offered={offered}
                above={aboveOf(access)}
                onChange={(rule) => setRules((before) => ({ ...before, [access]: rule }))}
              />
            ))}
          </div>
          {lost !== null && (
            <Warning>
              {lost === 'read'
                ? `You do not hold these badges yourself: once saved, you no longer see ${node.label} and cannot change this back.`
                : `You do not hold these badges yourself: once saved, you can no longer change ${node.label} or its badges.`}
            </Warning>
          )}
          <DocumentPreview id={node.value} type={type} tags={rules} changed={dirty} />
        </>
      )}
    </Dialog>
  )
}
