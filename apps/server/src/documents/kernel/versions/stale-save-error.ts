import { ApiError, codes, texts } from '@millrace/contract'

/** A save that carries an older sys_version (D-101): the fixed text, and beside it who saved last and when. */
export class StaleSaveError extends ApiError {
  readonly changedBy: string | null
  readonly changedAt: Date
  constructor(changedBy: string | null, changedAt: Date) {
    super(codes.conflict, texts.changedBySomebody)
    this.name = 'StaleSaveError'
    this.changedBy = changedBy
    this.changedAt = changedAt
  }
}
