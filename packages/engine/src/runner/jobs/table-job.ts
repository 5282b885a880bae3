import { openFile } from '../../formats/open-file.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import { noRecords, OutputTable } from '../../outputs/tables/output-table.ts'
import { createTableWriter } from '../../outputs/tables/table-writer.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import type { TableJob, TableResult } from '../../protocol/messages.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { PipeChannel } from '../records/sink-channel.ts'

const chunkBytes = 64 * 1024

/**
 * An output as a table for people. Two readings, the first for the columns and for whether it is a table at all, so that
 * memory stays bounded and nothing is written of what is refused.
 */
export async function runTableJob(job: TableJob, limits: RunnerLimits): Promise<TableResult> {
  const { file, sheet, format, outFd } = job
  const survey = async (): Promise<OutputTable> => {
    const { columns, batches } = await openFile(file, file.kind, file.format, limits.batch)
    const table = new OutputTable(format, columns)
    for await (const records of recordsOf(batches)) for (const record of records) table.look(record)
    return table
  }
  try {
    const table = await survey()
    const writer = createTableWriter(format, sheet, table.header())
    const out = new PipeChannel(outFd)
    out.put(writer.head())
    const { batches } = await openFile(file, file.kind, file.format, limits.batch)
    for await (const records of recordsOf(batches)) {
      let chunks: Buffer[] = []
      let gathered = 0
      for (const record of records) {
        const chunk = writer.row(table.cells(record))
        if (chunk === null) continue
        chunks.push(chunk)
        gathered += chunk.length
        if (gathered < chunkBytes) continue
        out.put(Buffer.concat(chunks))
        await out.room()
        chunks = []
        gathered = 0
      }
      out.put(Buffer.concat(chunks))
      await out.room()
    }
    out.put(writer.tail())
    await out.end()
    return { mode: 'table', bytes: out.bytes, problem: null }
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause
    // Outputs without records, as their readers tell them: no line, no element.
    const isEmpty = cause.code === 'empty' || cause.code === 'notFound'
    return { mode: 'table', bytes: 0, problem: isEmpty ? noRecords : cause.message }
  }
}

/** Batch by batch. @throws FileError for a record that cannot be read, naming it */
async function* recordsOf(batches: Awaited<ReturnType<typeof openFile>>['batches']): AsyncGenerator<DataRecord[]> {
  const yielder = new EventLoopYielder()
  for await (const { records, refused } of batches) {
    const [first] = refused
    if (first !== undefined) {
      throw new FileError(
        'structure',
        `Record ${first.row} cannot be read: ${first.findings[0]?.message ?? 'it is no record'}`,
      )
    }
    yield records
    await yielder.yieldIfDue()
  }
}
