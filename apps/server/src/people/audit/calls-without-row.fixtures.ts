import type { CallName } from '@millrace/contract'

const isQuestion = 'a question: it changes nothing'
const isTest = 'a trial run: it changes nothing that is kept'
const isQueued = 'each master is updated or locked by the queue, with rows of its own, which has a test of its own'
const isRecord = 'an upload is a row of its own that tells who sent what and when, with its hash and log'

/** Calls that leave no row, each with its reason. Every other call that is no GET must leave one. */
export const withoutRow: Partial<Record<CallName, string>> = {
  'POST /users/refresh-token': 'prolongs a session; a token that comes twice is told, which has a test of its own',
  'POST /users/forgotten': 'nobody known asks; what is done with the mailed link is told',
  'POST /uploads': isRecord,
  'POST /uploads/fetchRealTime': isRecord,
  'POST /uploads/export': isQuestion,
  'POST /uploads/rejected': isQuestion,
  'POST /uploads/table': isQuestion,
  'POST /uploads/toJson': isQuestion,
  'POST /schemas/generate': isQuestion,
  'POST /schemas/infer': isQuestion,
  'POST /schemas/version/compute': isQuestion,
  'POST /components/version/compute': isQuestion,
  'POST /pipelines/version/compute': isQuestion,
  'POST /pipelines/compareDataStream': isQuestion,
  'POST /pipelines/version/mass-update': isQueued,
  'POST /pipelines/version/mass-lock': isQueued,
  'POST /imports/plan': isQuestion,
  'POST /imports/listAll': isQuestion,
  'POST /components/{id}/generate': isTest,
  'POST /components/{id}/execute': isTest,
  'POST /components/test-cases/run': isTest,
  'POST /schemas/test-cases/run': isTest,
  'POST /schemas/test-cases/try': isTest,
  'POST /pipelines/test-cases/run': isTest,
  'POST /pipelines/test-cases/try': isTest,
  'POST /pipelines/deployed-listener/try': isTest,
  'POST /pipelines/preview-source': isQuestion,
  'POST /pipelines/try-source': isTest,
  'POST /pipelines/check-sink': isTest,
  'POST /pipelines/look-at-file': isQuestion,
  'POST /components/{id}/compareLocked': isTest,
  'POST /database-connections/test': isTest,
  'POST /audit/export': isQuestion,
  'POST /users/export': isQuestion,
  'POST /permissions/preview-document': isQuestion,
  'POST /permissions/preview-user': isQuestion,
}
