export { type SchemaNode, SchemaSet } from '@millrace/contract/schemas/schema-set'
