import { blockCode } from './block-code.ts'
import { anyValue, choice, fromContext, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const sqlQueryBlock: Block = {
  name: 'SQL query',
  description: 'Reads rows from a database connection: once, or for each record.',
  kind: 'instruction',
  recordWise: false,
  isDB: true,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          connection: text('Connection', 'The name of a database connection.'),
          query: text('Query', 'One reading statement; values stand in it as $1, $2 (PostgreSQL) or ? (MySQL).'),
          parameters: listOf(
            'Parameters',
            'The values, in their order. Each needs one of From, From the run and Value.',
            object({
              from: text('From', 'The field of the record whose value is sent.'),
              fromContext,
              value: anyValue('Value', 'The same value every time.'),
            }),
          ),
          how: choice('How', 'One query for the whole run, or one for each record.', ['once', 'for each record']),
          result: choice(
            'Result',
            'For each record: the rows alone, each row laid over its record, or all its rows as a list in a field.',
            ['rows', 'row over record', 'list in field'],
          ),
          to: text('To', 'The field that gets the list.'),
        },
        ['connection', 'query'],
      ),
    },
  ],
  outputs: [{ name: 'rows', outputSchema: recordList }],
  code: blockCode('sql-query.js'),
  testPayload: {
    records: [],
    settings: {
      connection: 'Name of a connection',
      query: 'select price from prices where sku = $1',
      parameters: [{ from: 'sku' }],
      how: 'for each record',
      result: 'row over record',
    },
  },
  testContext: {},
}
