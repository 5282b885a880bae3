-- People ---------------------------------------------------------------------------------------------------------

create table badges (
  id text primary key,
  name text not null,
  type text not null check (type in ('admin', 'project')),
  color text,
  is_hidden boolean not null default false
);
create unique index badges_name on badges (lower(btrim(name)));

create table users (
  id text primary key,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  service text not null default '',
  avatar text,
  role text not null check (role in ('user', 'manager', 'admin', 'super-admin')),
  password_hash text,
  is_active boolean not null default true,
  unrestricted_upload boolean not null default false,
  tfa text not null default 'off' check (tfa in ('off', 'required', 'enrolled')),
  last_seen_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_user_name on users (lower(user_name));
create unique index users_email on users (lower(email));

create table user_badges (
  user_id text not null references users on delete cascade,
  badge_id text not null references badges,
  primary key (user_id, badge_id)
);

-- A session is a family of tokens: each refresh uses one up and makes the next; using one twice ends the family.
create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table session_tokens (
  hash text primary key,
  session_id text not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

-- Single-use links that let a person choose a password.
create table password_links (
  hash text primary key,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Lookups --------------------------------------------------------------------------------------------------------

create table brands (id text primary key, name text not null unique);
create table datakinds (id text primary key, name text not null unique);
create table product_lines (id text primary key, name text not null unique, label text not null);
create table locales (
  id text primary key,
  name text not null,
  language text not null,
  country text not null,
  unique (language, country)
);

-- Documents ------------------------------------------------------------------------------------------------------

create table folders (
  id text primary key,
  kind text not null check (kind in ('pipeline', 'schema', 'component')),
  parent_id text references folders,
  name text not null,
  read_rule jsonb not null default '[]',
  write_rule jsonb not null default '[]'
);
create unique index folders_root on folders (kind) where parent_id is null;
create unique index folders_name on folders (parent_id, lower(btrim(name)));

create table documents (
  id text primary key,
  kind text not null check (kind in ('pipeline', 'schema', 'component')),
  folder_id text not null references folders,
  name text not null,
  read_rule jsonb not null default '[]',
  write_rule jsonb not null default '[]',
  is_form_definition boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index documents_name on documents (folder_id, kind, lower(btrim(name)));

create table document_versions (
  id text primary key,
  document_id text not null references documents on delete cascade,
  version integer not null check (version > 0),
  locked boolean not null default false,
  parents text[] not null default '{}',
  sys_version integer not null default 1,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  unique (document_id, version)
);

-- What pipelines are classed by, as columns so that lists filter on them.
create table pipeline_versions (
  version_id text primary key references document_versions on delete cascade,
  is_master boolean not null,
  is_hidden boolean not null default false,
  brand_id text references brands,
  locale_id text references locales,
  product_line_id text references product_lines,
  datakind_id text references datakinds
);

-- Who uses whom, version to version. What is used cannot vanish.
create table document_references (
  from_version text not null references document_versions on delete cascade,
  to_version text not null references document_versions,
  role text not null check (role in ('schema', 'instance', 'component', 'master')),
  primary key (from_version, to_version, role)
);
create index document_references_to on document_references (to_version, role);

create table user_pipelines (
  user_id text not null references users on delete cascade,
  document_id text not null references documents on delete cascade,
  is_active boolean not null default true,
  primary key (user_id, document_id)
);

create function refuse_locked_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A whole document may go with all its versions; a single locked version may not.
    if old.locked and exists (select 1 from documents where id = old.document_id) then
      raise exception 'version % is locked', old.id using errcode = 'MR001';
    end if;
    return old;
  end if;
  if old.locked and (new.content is distinct from old.content or new.locked is distinct from old.locked
      or new.version <> old.version or new.document_id <> old.document_id or new.parents <> old.parents
      or new.sys_version <> old.sys_version) then
    raise exception 'version % is locked', old.id using errcode = 'MR001';
  end if;
  return new;
end $$;
create trigger document_versions_locked before update or delete on document_versions
  for each row execute function refuse_locked_change();

create function refuse_locked_part_change() returns trigger language plpgsql as $$
declare owners text[]; locked_owner text;
begin
  -- Both sides of an update: a row may neither leave a locked version nor enter one.
  if tg_table_name = 'document_references' then
    owners := array[case when tg_op <> 'INSERT' then old.from_version end, case when tg_op <> 'DELETE' then new.from_version end];
  else
    owners := array[case when tg_op <> 'INSERT' then old.version_id end, case when tg_op <> 'DELETE' then new.version_id end];
  end if;
  select v.id into locked_owner from document_versions v join documents d on d.id = v.document_id
    where v.id = any(owners) and v.locked limit 1;
  if locked_owner is not null then
    raise exception 'version % is locked', locked_owner using errcode = 'MR001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger pipeline_versions_locked before insert or update or delete on pipeline_versions
  for each row execute function refuse_locked_part_change();
create trigger document_references_locked before insert or update or delete on document_references
  for each row execute function refuse_locked_part_change();

create table connections (
  id text primary key,
  name text not null unique,
  type text not null check (type in ('postgresql', 'mysql')),
  secret text not null,
  masked text not null,
  options jsonb not null default '{}',
  badges text[] not null default '{}',
  created_at timestamptz not null default now()
);

create table audit (
  id text primary key,
  at timestamptz not null default now(),
  user_id text,
  user_name text not null,
  kind text not null,
  object_id text not null,
  name text not null,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_at on audit (at desc);

-- Uploads and imports ----------------------------------------------------------------------------------------------

create table jobs (
  id text primary key,
  kind text not null check (kind in ('immediate', 'scheduled', 'repeat', 'sequential')),
  pipeline_id text not null references documents,
  version_id text not null references document_versions,
  list_pipelines text[],
  scheduled_at timestamptz,
  scheduled_date text,
  scheduled_time text,
  repeat_pattern text,
  time_zone text not null,
  user_id text,
  user_name text not null,
  created_at timestamptz not null default now(),
  last_executed_at timestamptz,
  ended_at timestamptz
);
create index jobs_pipeline on jobs (pipeline_id) where ended_at is null;

create table imports (
  id text primary key,
  job_id text not null references jobs,
  kind text not null check (kind in ('immediate', 'scheduled', 'repeat', 'sequential')),
  position integer not null default 0,
  pipeline_id text not null references documents,
  version_id text not null references document_versions,
  state text not null check (state in ('pending', 'busy', 'progress', 'sequential', 'completed', 'failed', 'aborted')),
  success boolean,
  scheduled_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  user_id text,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  -- Fencing number: raised by each process that takes the import; older ones can write nothing any more.
  attempt integer not null default 0,
  abort_requested_at timestamptz,
  log_seq integer not null default 0,
  counts jsonb not null default '{"sources": {}, "sinks": {}}',
  ran_with jsonb,
  problem text,
  created_at timestamptz not null default now(),
  blocking boolean generated always as (state in ('busy', 'progress') or (state = 'pending' and kind = 'immediate')) stored
);
-- One running import per pipeline is decided here and nowhere else (G8).
create unique index imports_one_blocking on imports (pipeline_id) where blocking;
create index imports_pipeline on imports (pipeline_id, scheduled_at desc);
create index imports_scheduled on imports (scheduled_at desc);
create index imports_job on imports (job_id, position);

create table uploads (
  id text primary key,
  pipeline_id text not null references documents,
  version_id text references document_versions on delete set null,
  import_id text references imports on delete set null,
  status text not null check (status in ('validating', 'valid', 'invalid')),
  enabled boolean not null default true,
  original_filename text,
  data_sub_kind text not null,
  origin text not null check (origin in ('source', 'destination')),
  file_key text not null,
  size bigint not null,
  sha256 text not null,
  counts jsonb,
  detected jsonb,
  groups jsonb not null default '[]',
  total_findings integer not null default 0,
  attempt integer not null default 0,
  log_seq integer not null default 0,
  created_by text,
  created_at timestamptz not null default clock_timestamp()
);
create index uploads_last on uploads (pipeline_id, origin, data_sub_kind, created_at desc) where enabled;

create table upload_findings (
  upload_id text not null references uploads on delete cascade,
  n integer not null,
  finding jsonb not null,
  primary key (upload_id, n)
);

create table logs (
  id bigint generated always as identity primary key,
  upload_id text references uploads on delete cascade,
  import_id text references imports on delete cascade,
  seq integer not null,
  at timestamptz not null default clock_timestamp(),
  level text not null check (level in ('error', 'warn', 'info', 'success')),
  message text not null,
  data_sub_kind text,
  check ((upload_id is null) <> (import_id is null))
);
create unique index logs_upload on logs (upload_id, seq) where upload_id is not null;
create unique index logs_import on logs (import_id, seq) where import_id is not null;

create table settings (key text primary key, value jsonb not null);
