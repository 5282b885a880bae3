-- Listeners that were published, as they stood then: a later edit of the pipeline changes nothing before Re-Publish.
create table deployed_listeners (
  id text primary key,
  pipeline_id text references documents on delete set null,
  version_id text references document_versions on delete set null,
  name text not null,
  kind text not null check (kind in ('amqp', 'mqtt', 'nats', 'http')),
  source text not null,
  topic text not null,
  -- The address of the broker with its secrets, encrypted, and without them.
  sealed_url text not null,
  shown_url text,
  gather_count integer not null,
  gather_seconds double precision not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz,
  updated_by text,
  -- The person who published last: imports run in their name.
  publisher_id text not null,
  paused boolean not null default false,
  -- Raised by whoever publishes or pauses, so that its holder looks again.
  revision integer not null default 1,
  -- Exactly one process holds a listener; the fence is raised by each that takes it, older ones can write nothing any more.
  holder text,
  fence integer not null default 0,
  lease_until timestamptz,
  state text not null default 'stopped' check (state in ('listening', 'stopped', 'error')),
  reason text,
  last_message_at timestamptz,
  lag integer,
  received bigint not null default 0
);
create unique index deployed_listeners_name on deployed_listeners (pipeline_id, name);

-- Messages kept here: posted ones that wait to be gathered, and those that were set aside.
create table listener_messages (
  id text primary key,
  listener_id text not null references deployed_listeners on delete cascade,
  state text not null check (state in ('waiting', 'held', 'dead')),
  reason text not null default '',
  body bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
create index listener_messages_state on listener_messages (listener_id, state, id);

-- What tells messages apart, written with the upload they went into: what comes again is recognised.
create table taken_messages (
  listener_id text not null references deployed_listeners on delete cascade,
  identity text not null,
  -- Known to be acknowledged: the broker does not send it again.
  settled boolean not null default false,
  taken_at timestamptz not null default now(),
  primary key (listener_id, identity)
);
create index taken_messages_age on taken_messages (taken_at);

-- Uploads that listeners gathered, each of which is imported once, oldest first.
create table listener_batches (
  upload_id text primary key references uploads on delete cascade,
  listener_id text references deployed_listeners on delete set null,
  pipeline_id text not null references documents on delete cascade,
  version_id text not null references document_versions on delete cascade,
  publisher_id text not null,
  messages integer not null,
  import_id text references imports on delete set null,
  -- Nothing is left to be done about it.
  ended boolean not null default false
);
create index listener_batches_open on listener_batches (pipeline_id, upload_id) where not ended;
create index listener_batches_import on listener_batches (import_id);
