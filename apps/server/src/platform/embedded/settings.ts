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
