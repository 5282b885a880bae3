import { once } from 'node:events'
import net from 'node:net'
import { readRejectedHead, readRejectedRecords } from '../../outputs/rejected/read-rejected.ts'
import { tableWriter } from '../../outputs/rejected/rejected-encoder.ts'
import { RejectedTable } from '../../outputs/rejected/rejected-table.ts'
import { Breath } from '../link/breath.ts'
import type { RejectedJob, RejectedResult } from '../../protocol/messages.ts'

const pieceBytes = 64 * 1024

/** Rejected records as a table for people. Two readings, the first for the columns, so that memory stays bounded. */
export async function writeRejected({ file: { fd, size, name }, format, outFd }: RejectedJob): Promise<RejectedResult> {
  const out = new net.Socket({ fd: outFd, readable: false, writable: true })
  const breath = new Breath()
  const table = new RejectedTable(readRejectedHead(fd, size).columns)
  for (const { record } of readRejectedRecords(fd, size)) {
    table.look(record)
    await breath.take()
  }
  const writer = tableWriter(format, name, table.header())
  let bytes = 0
  let pieces: Buffer[] = [writer.head()]
  let gathered = 0
  const send = async (): Promise<void> => {
    const piece = Buffer.concat(pieces)
    pieces = []
    gathered = 0
    bytes += piece.length
    if (piece.length > 0) out.write(piece)
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  for (const { place, record } of readRejectedRecords(fd, size)) {
    const piece = writer.row(table.cells(place, record))
    if (piece !== null) {
      pieces.push(piece)
      gathered += piece.length
    }
    if (gathered >= pieceBytes) await send()
    await breath.take()
  }
  pieces.push(writer.tail())
  await send()
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject)
    out.end(() => resolve())
  })
  return { mode: 'rejected', bytes }
}
