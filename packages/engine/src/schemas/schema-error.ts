export { SchemaError } from '@millrace/contract/schemas/schema-error'
