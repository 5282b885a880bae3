/** Why a request was not sent or not answered, as a sentence for the person whose component or sink sent it. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
}

export const hostNotAllowed = (host: string): OutboundError =>
  new OutboundError(`The host ${host} is not allowed; a super-admin lists allowed hosts in MILLRACE_ALLOWED_HOSTS`)

/** A fault of the network in words; the request's own content is not repeated. */
export function networkProblem(host: string, error: unknown): OutboundError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
  }
  const { message, code, errors } = error as { message?: string; code?: string; errors?: { message?: string }[] }
  const words = message || errors?.[0]?.message || code || String(error)
  return new OutboundError(`The host ${host} cannot be reached: ${words}`)
}
