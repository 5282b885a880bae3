import type { ExecutionFault } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { FaultPlace } from './fault-place.ts'
import { wordsOfPlace } from './fault-place.ts'

type Props = {
  fault: ExecutionFault
  place: FaultPlace | null
  component: string
  /** Shows the line in its code field, or the box in the diagram. */
  onShow: () => void
}

/** What failed and where, with the way to it. */
export function RunFaultNotice({ fault, place, component, onShow }: Props) {
  const where = wordsOfPlace(fault, component)
  return (
    <Notice tone="error" look="line" role="alert">
      <span>
        {where === '' ? '' : `${where}: `}
        {fault.message}{' '}
        {place !== null && (place.pointer !== null || place.element !== null) && (
          <Button tone="link" onClick={onShow}>
            {place.pointer === null ? 'Show the box' : 'Go to the line'}
          </Button>
        )}{' '}
        {place?.instanceOf && (
          <Link to="/manage/components" search={{ id: place.instanceOf } as never}>
            Open the component
          </Link>
        )}
      </span>
    </Notice>
  )
}
