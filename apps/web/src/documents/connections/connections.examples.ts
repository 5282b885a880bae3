import type { ConnectionTable, ConnectionTest, DatabaseConnection } from '@millrace/contract'

// Made-up connections for tests of screens.

export const exampleConnection = (over: Partial<DatabaseConnection> = {}): DatabaseConnection => ({
  _id: 'c1',
  name: 'warehouse',
  type: 'postgresql',
  cnxString: 'postgresql://loader:***@db.example.org:5432/warehouse?sslmode=verify-full',
  options: { schema: 'sales' },
  tags: ['dl', 'eu'],
  ...over,
})

export const exampleConnections = (): DatabaseConnection[] => [
  exampleConnection({
    _id: 'c2',
    name: 'prices',
    type: 'mysql',
    cnxString: 'mysql://reader:***@10.0.4.12:3306/prices',
    options: {},
    tags: [],
  }),
  exampleConnection(),
]

export const exampleTest = (over: Partial<ConnectionTest> = {}): ConnectionTest => ({
  ok: true,
  message:
    'The connection works. Limits of its server for one session: 1GB for temporary files (temp_file_limit), 4MB of memory for each sort or hash (work_mem).',
  ms: 12,
  field: null,
  ...over,
})

export const exampleTables = (): ConnectionTable[] => [
  {
    ...{ schema: 'sales', name: 'product', sql: 'sales.product', view: false },
    columns: [
      { name: 'sku', sql: 'sku', type: 'text', nullable: false, key: true },
      { name: 'Name', sql: '"Name"', type: 'character varying(200)', nullable: true, key: false },
    ],
  },
  { schema: 'sales', name: 'stock', sql: 'sales.stock', view: true, columns: [] },
]
