/** Faults of the network, and PostgreSQL's classes 08 (connection), 57P (shut down), 53 (no connection left). */
const goneCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08...|57P0.|53300)$/
const goneTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a fault says that the database is away or going, not that a statement is wrong. */
export function isDatabaseGone(error: Error & { code?: unknown }): boolean {
  return goneCodes.test(String(error.code)) || goneTexts.test(error.message)
}
