import type { CallName, ParsedBody, ParsedParams, ParsedQuery, PublicCall, Reply } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from './caller.ts'

/** What a handler gets: the checked message, who calls (null on public calls only), and the raw request for streams. */
export type CallContext<N extends CallName> = {
  caller: N extends PublicCall ? Caller | null : Caller
  /** Parts of the path, such as {id}. */
  params: ParsedParams<N>
  query: ParsedQuery<N>
  body: ParsedBody<N>
  request: FastifyRequest
  reply: FastifyReply
  log: Logger
}

/** What a handler answers: `data` of the envelope, or a file. */
export type CallHandler<N extends CallName> = (context: CallContext<N>) => Promise<Reply<N> | FileAnswer>

/** One handler for each call of a thing, from its `….routes.ts`. */
export type CallHandlers = { [N in CallName]?: CallHandler<N> }

/** A file in place of the envelope: streamed to the client as an attachment under its name. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly content: import('node:stream').Readable
  /** Bytes, when known beforehand. */
  readonly size: number | null
  constructor(file: { name: string; type: string; content: import('node:stream').Readable; size?: number | null }) {
    this.name = file.name
    this.type = file.type
    this.content = file.content
    this.size = file.size ?? null
  }
}
