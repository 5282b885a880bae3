import type { Import } from '@millrace/contract'
import { figuresOf } from '@millrace/contract/imports/import-states.rule'
import type { ReactNode } from 'react'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChevronIcon, StopIcon } from '../../ui/glyphs.tsx'
import { StatusTag, SuccessTag } from '../../ui/StatusTag.tsx'
import { cardArea } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ImportStateTag } from '../imports/ImportStateTag.tsx'
import { StopButton } from '../imports/StopButton.tsx'
import { type ChainFacts, chainFacts, chainState } from './chain-facts.ts'
import { type LogbookRow, nameOfChain } from './logbook-rows.ts'
import styles from './logbook.module.css'
import { DurationFigure, RecordFigures } from './RowFigures.tsx'

/** Cells of an import. @param note below its name */
export function ImportCells({ imp, note }: { imp: Import; note?: string | undefined }) {
  const facts = { ...imp, figures: figuresOf(imp.counts), destinations: imp.pipeline.dataSinks.map(({ name }) => name) }
  return (
    <Cells
      name={
        <>
          <PipelineName pipeline={imp.pipeline} short />
          {note !== undefined && <div className={styles.figures}>{note}</div>}
        </>
      }
      imp={imp}
      facts={facts}
      state={<ImportStateTag imp={imp} />}
      stop={<StopButton imp={imp} iconOnly />}
    />
  )
}

type ChainProps = { row: LogbookRow; open: boolean; onToggle: () => void }

/** Cells of a chain: what its imports come to, and the button that unfolds it. */
export function ChainCells({ row, open, onToggle }: ChainProps) {
  const { imports, chain } = row
  const { tone, text } = chainState(imports)
  const stopped = tone === 'warn' && imports.some(({ state }) => state === 'aborted')
  const name = nameOfChain(row)
  return (
    <Cells
      name={
        <div className={styles.chain}>
          <Button
            tone="bare"
            square
            className={styles.unfold}
            aria-expanded={open}
            aria-label={`Imports of ${name}`}
            title={open ? 'Fold' : 'Unfold'}
            onClick={(event) => {
              // The click must not turn the row as well.
              event.stopPropagation()
              onToggle()
            }}
          >
            <ChevronIcon />
          </Button>
          <div>
            {chain?.pipeline ? <PipelineName pipeline={{ ...chain.pipeline, isMaster: true }} short /> : name}
            <div className={styles.figures}>
              {imports.length} {chain?.pipeline ? 'countries' : 'pipelines'}
            </div>
          </div>
        </div>
      }
      imp={imports[0]}
      facts={chainFacts(imports)}
      state={
        <div className={styles.words}>
          <StatusTag tone={tone} {...(stopped ? { icon: StopIcon } : {})}>
            {text}
          </StatusTag>
        </div>
      }
      stop={null}
    />
  )
}

type Props = {
  name: ReactNode
  imp: Pick<Import, 'scheduledAt' | 'user'>
  facts: ChainFacts
  state: ReactNode
  stop: ReactNode
}

/** LOG-007, and where each stands on a card. */
function Cells({ name, imp, facts, state, stop }: Props) {
  return (
    <>
      <td className={styles.wrap} style={cardArea('1 / 1')}>
        {name}
      </td>
      <td data-quiet style={cardArea('2 / 1')}>
        <Timestamp at={imp.scheduledAt} />
      </td>
      <td data-wide>
        <Timestamp at={facts.startedAt} />
      </td>
      <td data-quiet style={cardArea('3 / 1')}>
        <span data-wide>
          <Timestamp at={facts.endAt} />
        </span>
        <DurationFigure {...facts} />
      </td>
      <td data-wide className={styles.wrap}>
        {facts.destinations.join(', ') || '-'}
      </td>
      <td data-end style={cardArea('1 / 2')}>
        {state}
        <RecordFigures figures={facts.figures} />
      </td>
      <td data-wide>
        <SuccessTag success={facts.success} />
      </td>
      <td data-quiet data-end style={cardArea('2 / 2')}>
        {imp.user.userName}
      </td>
      <td data-end style={cardArea('3 / 2')}>
        {stop}
      </td>
    </>
  )
}
