-- Processes that do queued work: each renews its row every few seconds and removes it when it stops. Nothing of it has to
-- outlive a crash.
create unlogged table workers (
  id text primary key,
  host text not null,
  pid integer not null,
  -- Imports that it runs at once, and those it runs now.
  slots integer not null,
  used integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- What the last attempt at a mail met; no address, since rows of this table are read by people.
alter table mails add column last_error text;

-- Mails that were given up, refused for good or not sent in time; of what they said nothing is kept.
create table lost_mails (
  id text primary key,
  occasion text not null,
  reason text,
  at timestamptz not null
);
create index lost_mails_at on lost_mails (at desc);

-- Few among many, and asked for every few seconds while somebody looks at the overview.
create index imports_failed on imports (ended_at desc) where state = 'failed';
create index uploads_invalid on uploads (created_at desc) where status = 'invalid' and enabled and origin = 'source';
create index uploads_validating on uploads (id) where status = 'validating';

-- One row while imports are paused, none otherwise.
create table import_pause (
  only_one boolean primary key default true check (only_one),
  since timestamptz not null,
  -- For whoever waits.
  reason text not null,
  user_name text not null
);
