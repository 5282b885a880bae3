import { blockCode } from './block-code.ts'
import { choice, fromContext, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

const pair = (what: string) =>
  object(
    {
      name: text('Name', `The name of the ${what}.`),
      value: text('Value', 'Its value; fields of the record stand in it in braces, such as {id}.'),
      fromContext,
    },
    ['name'],
  )

export const httpRequestBlock: Block = {
  name: 'HTTP request',
  description: 'Asks another system over HTTP: once, or for each record.',
  kind: 'instruction',
  recordWise: false,
  isDB: false,
  isIO: true,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          method: choice('Method', 'The HTTP method.', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
          url: text('Address', 'Fields of the record stand in it in braces, such as https://host/products/{id}.'),
          headers: listOf('Headers', 'Headers to send.', pair('header')),
          query: listOf('Query', 'Parameters behind the question mark.', pair('parameter')),
          body: choice('Body', 'Nothing, or the record as JSON.', ['none', 'record']),
          recordPath: text('Record path', 'Where the records lie in the JSON of the answer, such as data.items.'),
          to: text('To', 'Puts the answer into this field of the record instead of handing it on by itself.'),
          whenFailed: choice(
            'When a request fails',
            'End the run, or put the record with the reason in the field "failure" on the output "failed".',
            ['error', 'to failed'],
          ),
        },
        ['url'],
      ),
    },
  ],
  outputs: [
    { name: 'records', outputSchema: recordList },
    { name: 'failed', outputSchema: recordList },
  ],
  code: blockCode('http-request.js'),
  testPayload: {
    records: [],
    settings: { method: 'GET', url: 'https://shop.example/products/{sku}', to: 'product', whenFailed: 'to failed' },
  },
  testContext: {},
}
