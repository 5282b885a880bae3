import type { PipelineListItem, Role, User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { isDealer } from '@millrace/contract/lookups/datakind.rule'
import { byMasterThenName } from '@millrace/contract/pipelines/pipeline.rule'
import { useCall } from '../../api/use-call.ts'
import { describeClass } from '../../documents/pipelines/pipeline-filters.ts'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { WarnIcon } from '../../ui/glyphs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ExplainButton } from './ExplainButton.tsx'
import { needsPipelines } from './person-draft.ts'
import styles from './person.module.css'
import type { TransferItem } from '../../ui/transfer-item.ts'
import { TransferLists } from '../../ui/TransferLists.tsx'
import type { PersonForm } from './use-person-form.ts'

type Props = { form: PersonForm; person: User | null }

/** What a role sees without any assignment; role user needs one for each pipeline (USR-026). */
const reach: Partial<Record<Role, string>> = {
  manager: 'A manager needs no assignment: every pipeline that the project badges let them read.',
  admin: 'An admin needs no assignment: every folder and pipeline that the project badges let them read.',
  'super-admin': 'A super-admin sees and changes everything, whatever the badges.',
}
const listHeight = 320
const notSeen = 'Not seen: only dealers upload'

/** Which pipelines a person of role user has: available and assigned (USR-018). */
export function PersonPipelines({ form, person }: Props) {
  const { role } = form.draft
  const assigned = needsPipelines(form.draft)
  return (
    <section className={styles.section} aria-label="Pipelines">
      <header className={styles.sectionHead}>
        <h3>Pipelines</h3>
        {person !== null && <ExplainButton userId={person._id} />}
      </header>
      {role === null && <p className={styles.hint}>Select a role first.</p>}
      {role !== null && !assigned && <p className={styles.hint}>{reach[role]}</p>}
      {assigned && (
        <div className={styles.assignment}>
          <Assignment form={form} person={person} />
        </div>
      )}
    </section>
  )
}

function Assignment({ form, person }: Props) {
  const { draft, change } = form
  // Somebody who is to be like another chooses from what the other could choose from.
  const id = person?._id ?? form.modelId
  const query = id === undefined ? {} : { id }
  const { data, error, refetch } = useCall('GET /users/pipelinesFor', {
    query,
    fallback: texts.cannotFetchUsersPipelines,
  })
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows rows={11} height={28} />
    ) : (
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    )
  }
  const stored = new Set(person === null ? [] : data.userPipelines.map(({ _id }) => _id))
  const all = [...data.userPipelines, ...data.availablePipelines].toSorted(byMasterThenName)
  const isAssigned = ({ _id }: PipelineListItem) => draft.pipelines.get(_id) ?? stored.has(_id)
  const move = (ids: readonly string[], to: 'available' | 'chosen') => {
    const pipelines = new Map(draft.pipelines)
    // A master is given with its countries; one that is not wanted goes back by itself.
    for (const id of to === 'chosen' ? withCountries(all, ids) : ids) {
      // Back where it came from is no change.
      if (stored.has(id) === (to === 'chosen')) pipelines.delete(id)
      else pipelines.set(id, to === 'chosen')
    }
    change({ ...draft, pipelines })
  }
  const isHidden = (pipeline: PipelineListItem) =>
    !draft.unrestrictedUpload && !isDealer(pipeline.datakind) && isAssigned(pipeline)
  const hidden = all.filter(isHidden).length
  const item = (pipeline: PipelineListItem): TransferItem => ({
    id: pipeline._id,
    text: `${pipeline.name} ${describeClass(pipeline)}`,
    content: (
      <>
        {isHidden(pipeline) && (
          <span className={styles.unseen} data-tone="warn" title={notSeen}>
            <WarnIcon />
            <span className="visually-hidden">{notSeen}</span>
          </span>
        )}
        <span className={styles.oneLine}>
          <PipelineName pipeline={pipeline} short />
        </span>
      </>
    ),
  })
  return (
    <>
      <TransferLists
        things="pipelines"
        titles={['Available', 'Assigned']}
        available={all.filter((pipeline) => !isAssigned(pipeline)).map(item)}
        chosen={all.filter(isAssigned).map(item)}
        height={listHeight}
        empty={['The project badges let this person read no other pipeline', 'None: this person sees no pipeline yet']}
        onMove={move}
      />
      {hidden > 0 && (
        <Notice look="line">
          {hidden === 1 ? 'One assigned pipeline is' : `${hidden} assigned pipelines are`} not seen while only dealers
          upload.
        </Notice>
      )}
    </>
  )
}

/** These pipelines, and the countries of the masters among them. */
function withCountries(all: readonly PipelineListItem[], ids: readonly string[]): Set<string> {
  const masters = all.filter(({ _id, isMaster }) => isMaster && ids.includes(_id))
  const named = new Set(
    masters.flatMap(({ _id, countryPipelines = [] }) => [_id, ...countryPipelines.map((one) => one._id)]),
  )
  const countries = all.filter(({ _id, masterPipeline }) => named.has(_id) || named.has(masterPipeline ?? ''))
  return new Set([...ids, ...countries.map(({ _id }) => _id)])
}
