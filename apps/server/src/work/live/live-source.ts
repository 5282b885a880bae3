import type { Subscription } from '@millrace/contract'
import type { Socket } from 'socket.io'
import type { Caller } from '../../platform/http/caller.ts'
import type { LiveNotice } from '../../platform/notices/notices.ts'

/** One thing a socket follows. It receives notices from the moment it is created, and sends nothing before `begin` has sent the first list. */
export type LiveSubscription = {
  begin(): Promise<void>
  onNotice(notice: LiveNotice): void
  /** Notices may have been missed. */
  onGap(): void
  end(): void
}

/** What a subscription may follow, asked again while it is open, and who follows it. */
export type Allowed = {
  /** Pipelines that the filter names, as document ids; null when it names the items themselves, or none. */
  pipelineIds: string[] | null
  caller: Caller
}

/** What a folder lets be followed under one model of the contract; the composition gives them all to the live socket. */
export type LiveSource<S extends Subscription> = {
  /** For models whose filter names no pipelines. @throws ApiError 40400 unless all that is named is known and seen */
  mustSee?(caller: Caller, subscription: Pick<S, 'filter'>): Promise<void>
  /** The pipeline of each item that the filter names, by id of the item; unknown ones are missing. */
  pipelinesOf(subscription: Pick<S, 'filter'>): Promise<ReadonlyMap<string, string>>
  /** @param allowed brought up to date while the subscription is open */
  follow(socket: Socket, subscription: S, allowed: Readonly<Allowed>): LiveSubscription
}

/** The subscription to one model. */
export type SubscriptionTo<M extends Subscription['model']> = Extract<Subscription, { model: M }>

/** All that can be followed, by model. */
export type LiveSources = { [M in Subscription['model']]: LiveSource<SubscriptionTo<M>> }
