-- Masters that are updated or locked one after the other. A row is done in the transaction that changes its master, so
-- that a worker that takes over goes on where the one before it ended.
create table mass_runs (
  id text primary key,
  kind text not null check (kind in ('update', 'lock')),
  user_id text not null,
  user_name text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index mass_runs_last on mass_runs (kind, started_at desc);

create table mass_run_rows (
  run_id text not null references mass_runs on delete cascade,
  position integer not null,
  -- No reference: the report stays when the document goes.
  version_id text not null,
  -- The master as it was when the run was started.
  old jsonb not null,
  -- The preview that was looked at; null: whatever there is to do.
  asked jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  new jsonb,
  error text,
  touched jsonb not null default '[]',
  primary key (run_id, position)
);
