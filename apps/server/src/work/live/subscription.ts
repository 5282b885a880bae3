import type { LiveNotice } from '../../platform/notices/notices.ts'

/** One thing a socket follows. It hears notices from the moment it is made and sends nothing before `begin` sent its init. */
export type LiveSubscription = {
  begin(): Promise<void>
  onNotice(notice: LiveNotice): void
  /** Notices may have been missed. */
  onGap(): void
  end(): void
}
