import { once } from 'node:events'
import net from 'node:net'
import { readRejectedHead, readRejectedRecords } from '../../outputs/rejected/read-rejected.ts'
import { createTableWriter } from '../../outputs/tables/table-writer.ts'
import { RejectedTable } from '../../outputs/rejected/rejected-table.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import type { RejectedJob, RejectedResult } from '../../protocol/messages.ts'

const chunkBytes = 64 * 1024

/** Rejected records as a table for people. Two readings, the first for the columns, so that memory stays bounded. */
export async function runRejectedJob({
  file: { fd, size, name },
  format,
  outFd,
}: RejectedJob): Promise<RejectedResult> {
  const out = new net.Socket({ fd: outFd, readable: false, writable: true })
  const yielder = new EventLoopYielder()
  const table = new RejectedTable(readRejectedHead(fd, size))
  for (const { record } of readRejectedRecords(fd, size)) {
    table.look(record)
    await yielder.yieldIfDue()
  }
  const writer = createTableWriter(format, name, table.header())
  let bytes = 0
  let chunks: Buffer[] = [writer.head()]
  let gathered = 0
  const send = async (): Promise<void> => {
    const chunk = Buffer.concat(chunks)
    chunks = []
    gathered = 0
    bytes += chunk.length
    if (chunk.length > 0) out.write(chunk)
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  for (const { place, record } of readRejectedRecords(fd, size)) {
    const chunk = writer.row(table.cells(place, record))
    if (chunk !== null) {
      chunks.push(chunk)
      gathered += chunk.length
    }
    if (gathered >= chunkBytes) await send()
    await yielder.yieldIfDue()
  }
  chunks.push(writer.tail())
  await send()
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject)
    out.end(() => resolve())
  })
  return { mode: 'rejected', bytes }
}
