import { expect, it } from 'vitest'
import { ownFieldLabel, ownValueWords } from './own-value-words.ts'

it.each([
  ['/brand', 'Brand'],
  ['/productLine', 'Product line'],
  ['/dataSources/local', 'Source local'],
  ['/dataSources/local/config/decimal', 'Source local, decimal mark'],
  ['/dataSources/local/config', 'Source local, settings'],
  ['/dataSources/a~1b/contentType', 'Source a/b, content type'],
  ['/dataSinks/warehouse/target', 'Sink warehouse, target'],
  ['/dataSinks/products/byteOrderMark', 'Sink products, byte order mark'],
])('%s is told as %s', (pointer, label) => {
  expect(ownFieldLabel(pointer)).toBe(label)
})

it.each([
  [undefined, 'nothing'],
  ['\t', 'tab'],
  [',', 'comma'],
  [0.5, '0.5'],
  [false, 'no'],
  [{ _id: 'b1', name: 'Adventure Works' }, 'Adventure Works'],
  [['key', 'locale'], 'key, locale'],
  [
    {
      dataSubKind: 'local',
      connectorType: 'manual',
      dataFromMaster: false,
      contentType: 'csv',
      enabled: true,
      config: { delimiter: ';', decimal: ',', columns: { FrenchProductName: 'name', Weight: 'weight' } },
      tolerance: 0.5,
    },
    'connector type manual, content type csv, settings (delimiter semicolon; decimal mark comma; 2 renamed columns), tolerance 0.5',
  ],
  [
    { name: 'shop', format: 'json', target: { kind: 'http', url: 'https://a.test', headers: { 'X-Key': 'secret' } } },
    'format json, target (url https://a.test; headers X-Key)',
  ],
])('%j is told in words', (value, words) => {
  expect(ownValueWords(value)).toBe(words)
  expect(ownValueWords(value)).not.toMatch(/[{}[\]"]/)
})
