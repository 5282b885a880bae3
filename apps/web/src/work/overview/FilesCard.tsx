import type { Overview } from '@millrace/contract'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Card, Few, Item, PlaceLink } from './Card.tsx'

/** Last files of their source that are invalid: nothing can be imported from those sources. */
export function FilesCard({ overview: { invalid, validating } }: { overview: Overview }) {
  return (
    <Card
      title="Invalid files"
      state={invalid.count === 0 ? { tone: 'ok', text: 'none' } : { tone: 'error', text: formatCount(invalid.count) }}
      more={{ to: '/consult/upload', text: 'Consult uploads' }}
    >
      <Few of={invalid} none="The last file of every source is valid.">
        {invalid.few.map(({ _id, pipeline, dataSubKind, originalFilename, createdAt, findings }) => (
          <Item
            key={_id}
            name={
              <PlaceLink place={{ to: '/consult/upload', search: { pipeline: pipeline._id, upload: _id } }}>
                {pipeline.name}
              </PlaceLink>
            }
            aside={<Timestamp at={createdAt} />}
          >
            {originalFilename ?? 'A file'} for {dataSubKind}
            {findings > 0 && `, ${findings === 1 ? '1 finding' : `${formatCount(findings)} findings`}`}
          </Item>
        ))}
      </Few>
      {validating > 0 && (
        <p className="quiet">
          {validating === 1 ? '1 file is being checked.' : `${formatCount(validating)} files are being checked.`}
        </p>
      )}
    </Card>
  )
}
