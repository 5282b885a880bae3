import type { ImportState, Overview } from '@millrace/contract'
import { describeWait } from '@millrace/contract/overview/wait-reason.rule'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Card, Few, Item, PlaceLink } from './Card.tsx'

type Props = { overview: Overview }

const logbook = '/consult/import'
type LinkProps = { id: string; name: string; state?: ImportState }

/** Leads to the import in the logbook, where those that are to come are listed apart. */
function ImportLink({ id, name, state }: LinkProps) {
  const search = { import: id, ...(state === 'pending' && { time: 'future' }) }
  return <PlaceLink place={{ to: logbook, search }}>{name}</PlaceLink>
}

export function RunningCard({ overview: { running } }: Props) {
  return (
    <Card
      title="Running imports"
      state={running.count === 0 ? { tone: 'quiet', text: 'none' } : { tone: 'busy', text: formatCount(running.count) }}
      more={{ to: logbook, text: 'Logbook' }}
    >
      <Few of={running} none="No import is running.">
        {running.few.map(({ _id, pipeline, state, startedAt, attempt, userName }) => (
          <Item key={_id} name={<ImportLink id={_id} name={pipeline.name} />} aside={<Timestamp at={startedAt} />}>
            {state === 'busy' ? 'Loading its inputs' : 'Running'}
            {attempt > 1 && `, attempt ${attempt}`}, by {userName}
          </Item>
        ))}
      </Few>
    </Card>
  )
}

export function WaitingCard({ overview: { waiting } }: Props) {
  const stuck = waiting.few.some(({ why }) => why === 'no worker')
  const some = { tone: stuck ? 'error' : 'quiet', text: formatCount(waiting.count) } as const
  return (
    <Card
      title="Waiting imports"
      state={waiting.count === 0 ? { tone: 'ok', text: 'none' } : some}
      more={{ to: logbook, text: 'Logbook' }}
    >
      <Few of={waiting} none="Nothing waits.">
        {waiting.few.map(({ _id, pipeline, state, scheduledAt, why, behind }) => (
          <Item
            key={_id}
            name={<ImportLink id={_id} name={pipeline.name} state={state} />}
            aside={<Timestamp at={scheduledAt} />}
          >
            {describeWait(why, behind?.pipelineName ?? null)}
            {behind !== null && (
              <>
                {' · '}
                <ImportLink id={behind._id} name="Show it" />
              </>
            )}
          </Item>
        ))}
      </Few>
    </Card>
  )
}

export function FailedCard({ overview: { failed } }: Props) {
  return (
    <Card
      title="Failed in the last 24 hours"
      state={failed.count === 0 ? { tone: 'ok', text: 'none' } : { tone: 'error', text: formatCount(failed.count) }}
      more={{ to: logbook, search: { state: 'failed' }, text: 'All failed imports' }}
    >
      <Few of={failed} none="No import has failed.">
        {failed.few.map(({ _id, pipeline, endAt, problem }) => (
          <Item key={_id} name={<ImportLink id={_id} name={pipeline.name} />} aside={<Timestamp at={endAt} />}>
            {problem ?? 'The reason is in its log.'}
          </Item>
        ))}
      </Few>
    </Card>
  )
}

export function PlansCard({ overview: { plans } }: Props) {
  return (
    <Card
      title="Next plans"
      state={{ tone: 'quiet', text: plans.count === 0 ? 'none' : formatCount(plans.count) }}
      more={{ to: '/import/jobs', text: 'Manage jobs' }}
    >
      <Few of={plans} none="No import is planned.">
        {plans.few.map(({ _id, pipeline, dueAt, userName }) => (
          <Item
            key={_id}
            name={
              <PlaceLink place={{ to: '/import/upload', search: { pipeline: pipeline._id, step: '4' } }}>
                {pipeline.name}
              </PlaceLink>
            }
            aside={<Timestamp at={dueAt} />}
          >
            Planned by {userName}
          </Item>
        ))}
      </Few>
    </Card>
  )
}
