-- A pipeline version that is asked over HTTP. What is served stands here in whole, so that a process that serves it needs
-- nothing else, and drafts that change afterwards change nothing for its callers.
create table endpoints (
  id text primary key,
  pipeline_id text unique references documents on delete set null,
  version_id text references document_versions on delete set null,
  component_id text references document_versions on delete set null,
  component_name text not null,
  component_version integer not null,
  path text not null unique,
  route text not null,
  key_required boolean not null,
  -- json, not jsonb: the order of names is the author's.
  json_schema json not null,
  output_schema json not null,
  description text,
  -- The program with all it uses, and what code finds in rt_context.
  plan json not null,
  -- Raised by every publishing, so that who serves it knows a new plan.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz,
  updated_by text
);

create table endpoint_keys (
  id text primary key,
  endpoint_id text not null references endpoints on delete cascade,
  name text not null,
  hash text not null unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  per_minute integer check (per_minute > 0)
);
create unique index endpoint_keys_name on endpoint_keys (endpoint_id, lower(name));

-- What every process that serves has counted, added up; `times`: answers by how long they took, as the buckets of the
-- code say.
create table endpoint_minutes (
  endpoint_id text not null references endpoints on delete cascade,
  at timestamptz not null,
  calls integer not null,
  errors integer not null,
  refused integer not null,
  times integer[] not null,
  primary key (endpoint_id, at)
);

create table endpoint_errors (
  id text primary key,
  endpoint_id text not null references endpoints on delete cascade,
  at timestamptz not null,
  status integer not null,
  message text not null
);
create index endpoint_errors_endpoint on endpoint_errors (endpoint_id, at);
