import { conflict, notFound, texts } from '@millrace/contract'
import { checkRecords, RunError } from '@millrace/engine'
import type { Platform } from '../../../platform/platform.ts'
import type { RunCase, TakeTurn } from '../../kernel/test-cases/test-cases.service.ts'
import { findVersion } from '../../kernel/versions/versions.reads.ts'
import { withIdReferences } from '../schema-addresses.ts'
import { loadSchemas } from '../schema-store.ts'
import { parseSchemaContent } from '../schema.content.ts'

const limits = { runMs: 15_000, stallMs: 5000 }

/** What a schema says of one record: whether it is valid, and the finding of each place that is not. */
export const createSchemaCases =
  ({ db }: Pick<Platform, 'db'>, takeTurn: TakeTurn): RunCase =>
  async (caller, versionId, { payload }, signal) => {
    const row = await findVersion(db, versionId)
    if (row === undefined) throw notFound()
    const { jsonSchema, addresses } = parseSchemaContent(row.content)
    const request = {
      name: row.name,
      content: Buffer.from(JSON.stringify([payload])),
      contentType: 'json' as const,
      format: {},
      rowSchema: withIdReferences(jsonSchema, addresses),
      schemas: await loadSchemas(db, Object.values(addresses)),
    }
    const work = () => checkRecords(request, { signal, limits })
    const { findings, problem } = await takeTurn(caller, work, signal).catch((error: unknown) => {
      throw error instanceof RunError && error.kind === 'timeout' ? conflict(texts.testTookTooLong) : error
    })
    return {
      valid: findings.length === 0 && problem === null,
      findings: findings.map(({ path, rule, message }) => ({ path, rule, message })),
      ...(problem !== null && { problem }),
    }
  }
