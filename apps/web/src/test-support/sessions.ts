export { sessionInfo } from '../access/sessions/session.examples.ts'
