import { totalmem } from 'node:os'

/** 'durable': nothing committed is lost when the machine stops. 'throwaway': for tests, as fast as possible. */
export type Durability = 'durable' | 'throwaway'

/**
 * Settings of the embedded server, given on the command line so that a new release changes them for old data folders
 * too. Made for imports on a small machine: much room for the write-ahead log (bulk loads then cause few checkpoints),
 * plans for solid-state disks, no just-in-time compilation (it costs more than it saves on short queries).
 */
export function postgresSettings(durability: Durability): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    // Sorts and hashes of one session on the disk. No statement of ours comes near; one of component code ends there (S1).
    temp_file_limit: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Faults of single statements are in our own log, with the call that caused them; this log is for the server's own.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durability === 'durable'
      ? { fsync: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }),
  }
}

/**
 * How much memory of its own one process of the server may take, in MiB: a sixteenth of the machine's (or of the
 * container's), between what the largest of our own statements needs and what a small machine bears several times.
 */
export function maxMemoryMiB(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(512, Math.max(256, Math.floor(bytes / 16 / 2 ** 20)))
}

/**
 * What an account gets on the embedded server whose statements others write (component code through `ctx.db`): less of
 * everything than the server's own. Statements of the role, sessions that were forgotten, and transactions end by the
 * clock; sinks and readers set shorter times themselves.
 */
export const guestSettings: Readonly<Record<string, string>> = {
  work_mem: '8MB',
  temp_file_limit: '512MB',
  // Each helper would have memory and temporary files of its own.
  max_parallel_workers_per_gather: '0',
  statement_timeout: '1h',
  idle_in_transaction_session_timeout: '1h',
}

/** Sessions of such an account at once, so that the platform's own find a place among the server's 100. */
export const maxGuestSessions = 60
