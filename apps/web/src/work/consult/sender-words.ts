import type { UploadSender } from '@millrace/contract'

/** 'sent by marc.manager', 'fetched by the plan Every Monday at 06:15 of marc.manager', 'gathered by the listener orders'. */
export function senderWords({ how, userName, plan, listener }: UploadSender): string {
  const by = userName === null ? '' : ` by ${userName}`
  const of = userName === null ? '' : ` of ${userName}`
  if (how === 'planned') return plan === null ? `fetched by a plan${of}` : `fetched by the plan “${plan}”${of}`
  if (how === 'gathered') return `gathered by ${listener === null ? 'a listener' : `the listener ${listener}`}`
  if (how === 'written') return `written by an import${of}`
  return how === 'fetched' ? `fetched${by}` : `sent${by}`
}
