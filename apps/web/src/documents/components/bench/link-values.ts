import type { LinkValue } from '@millrace/contract'
import type { ValuesByLink } from '../diagram/canvas/flow.ts'
import { formatCount } from '../../../ui/format.ts'

/** Characters of a value in a row, and on a link of the diagram. */
const maxInRow = 160
const maxOnLink = 24

/** The value in one line. */
export function textOfValue({ value, count, cut }: LinkValue, maxLength = maxInRow): string {
  if (count === 0) return 'nothing'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : `${text}${cut ? ' …' : ''}`
}

/** What went over the links that are drawn in the component itself, by their names. */
export function previewsOf(links: readonly LinkValue[], component: string): ValuesByLink {
  return new Map(
    links
      .filter((link) => link.component === component)
      .map((link) => [link.link, { text: shortText(link), title: textOfValue(link) }]),
  )
}

function shortText(link: LinkValue): string {
  if (link.count === 1) return textOfValue(link, maxOnLink)
  return link.count === 0 ? 'nothing' : formatCount(link.count)
}
