export { SchemaProblem } from '@millrace/contract/schemas/schema-problem'
