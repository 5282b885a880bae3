-- What the migrations make together; written by describe-schema.ts and checked by its test. Do not edit.

create table attempt_counts (
  key text not null,
  count integer not null,
  expires_at timestamp with time zone not null,
  constraint attempt_counts_pkey PRIMARY KEY (key)
);

create table audit (
  id text not null,
  at timestamp with time zone default now() not null,
  user_id text,
  user_name text not null,
  kind text not null,
  object_id text not null,
  name text not null,
  action text not null,
  before json,
  after json,
  constraint audit_pkey PRIMARY KEY (id)
);

create table badges (
  id text not null,
  name text not null,
  type text not null,
  color text,
  is_hidden boolean default false not null,
  constraint badges_pkey PRIMARY KEY (id),
  constraint badges_type_check CHECK ((type = ANY (ARRAY['admin'::text, 'project'::text])))
);

create table brands (
  id text not null,
  name text not null,
  constraint brands_name_key UNIQUE (name),
  constraint brands_pkey PRIMARY KEY (id)
);

create table connections (
  id text not null,
  name text not null,
  type text not null,
  secret text not null,
  masked text not null,
  options jsonb default '{}'::jsonb not null,
  badges text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint connections_name_key UNIQUE (name),
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_type_check CHECK ((type = ANY (ARRAY['postgresql'::text, 'mysql'::text])))
);

create table datakinds (
  id text not null,
  name text not null,
  constraint datakinds_name_key UNIQUE (name),
  constraint datakinds_pkey PRIMARY KEY (id)
);

create table deployed_listeners (
  id text not null,
  pipeline_id text,
  version_id text,
  name text not null,
  kind text not null,
  source text not null,
  topic text not null,
  sealed_url text not null,
  shown_url text,
  gather_count integer not null,
  gather_seconds double precision not null,
  created_at timestamp with time zone default now() not null,
  created_by text not null,
  updated_at timestamp with time zone,
  updated_by text,
  publisher_id text not null,
  paused boolean default false not null,
  revision integer default 1 not null,
  holder text,
  fence integer default 0 not null,
  lease_until timestamp with time zone,
  state text default 'stopped'::text not null,
  reason text,
  last_message_at timestamp with time zone,
  lag integer,
  received bigint default 0 not null,
  constraint deployed_listeners_kind_check CHECK ((kind = ANY (ARRAY['amqp'::text, 'mqtt'::text, 'nats'::text, 'http'::text]))),
  constraint deployed_listeners_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint deployed_listeners_pkey PRIMARY KEY (id),
  constraint deployed_listeners_state_check CHECK ((state = ANY (ARRAY['listening'::text, 'stopped'::text, 'error'::text]))),
  constraint deployed_listeners_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE SET NULL
);

create table document_references (
  from_version text not null,
  to_version text not null,
  role text not null,
  constraint document_references_from_version_fkey FOREIGN KEY (from_version) REFERENCES document_versions(id) ON DELETE CASCADE,
  constraint document_references_pkey PRIMARY KEY (from_version, to_version, role),
  constraint document_references_role_check CHECK ((role = ANY (ARRAY['schema'::text, 'instance'::text, 'component'::text, 'master'::text]))),
  constraint document_references_to_version_fkey FOREIGN KEY (to_version) REFERENCES document_versions(id)
);

create table document_versions (
  id text not null,
  document_id text not null,
  version integer not null,
  locked boolean default false not null,
  parents text[] default '{}'::text[] not null,
  sys_version integer default 1 not null,
  content json not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint document_versions_content_check CHECK (((content)::jsonb IS NOT NULL)),
  constraint document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint document_versions_document_id_version_key UNIQUE (document_id, version),
  constraint document_versions_pkey PRIMARY KEY (id),
  constraint document_versions_version_check CHECK ((version > 0))
);

create table documents (
  id text not null,
  kind text not null,
  folder_id text not null,
  name text not null,
  read_rule jsonb default '[]'::jsonb not null,
  write_rule jsonb default '[]'::jsonb not null,
  is_form_definition boolean default false not null,
  created_at timestamp with time zone default now() not null,
  is_ready_made boolean default false not null,
  constraint documents_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['pipeline'::text, 'schema'::text, 'component'::text]))),
  constraint documents_pkey PRIMARY KEY (id)
);

create table endpoint_errors (
  id text not null,
  endpoint_id text not null,
  at timestamp with time zone not null,
  status integer not null,
  message text not null,
  constraint endpoint_errors_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE,
  constraint endpoint_errors_pkey PRIMARY KEY (id)
);

create table endpoint_keys (
  id text not null,
  endpoint_id text not null,
  name text not null,
  hash text not null,
  created_at timestamp with time zone default now() not null,
  created_by text not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  per_minute integer,
  constraint endpoint_keys_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE,
  constraint endpoint_keys_hash_key UNIQUE (hash),
  constraint endpoint_keys_per_minute_check CHECK ((per_minute > 0)),
  constraint endpoint_keys_pkey PRIMARY KEY (id)
);

create table endpoint_minutes (
  endpoint_id text not null,
  at timestamp with time zone not null,
  calls integer not null,
  errors integer not null,
  refused integer not null,
  times integer[] not null,
  constraint endpoint_minutes_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE,
  constraint endpoint_minutes_pkey PRIMARY KEY (endpoint_id, at)
);

create table endpoints (
  id text not null,
  pipeline_id text,
  version_id text,
  component_id text,
  component_name text not null,
  component_version integer not null,
  path text not null,
  route text not null,
  key_required boolean not null,
  json_schema json not null,
  output_schema json not null,
  description text,
  plan json not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  created_by text not null,
  updated_at timestamp with time zone,
  updated_by text,
  constraint endpoints_component_id_fkey FOREIGN KEY (component_id) REFERENCES document_versions(id) ON DELETE SET NULL,
  constraint endpoints_path_key UNIQUE (path),
  constraint endpoints_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint endpoints_pipeline_id_key UNIQUE (pipeline_id),
  constraint endpoints_pkey PRIMARY KEY (id),
  constraint endpoints_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE SET NULL
);

create table folders (
  id text not null,
  kind text not null,
  parent_id text,
  name text not null,
  read_rule jsonb default '[]'::jsonb not null,
  write_rule jsonb default '[]'::jsonb not null,
  constraint folders_kind_check CHECK ((kind = ANY (ARRAY['pipeline'::text, 'schema'::text, 'component'::text]))),
  constraint folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES folders(id),
  constraint folders_pkey PRIMARY KEY (id)
);

create table import_pause (
  only_one boolean default true not null,
  since timestamp with time zone not null,
  reason text not null,
  user_name text not null,
  constraint import_pause_only_one_check CHECK (only_one),
  constraint import_pause_pkey PRIMARY KEY (only_one)
);

create table imports (
  id text not null,
  job_id text not null,
  kind text not null,
  "position" integer default 0 not null,
  pipeline_id text not null,
  version_id text not null,
  state text not null,
  success boolean,
  scheduled_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  user_id text,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  attempt integer default 0 not null,
  abort_requested_at timestamp with time zone,
  log_seq integer default 0 not null,
  counts jsonb default '{"sinks": {}, "sources": {}}'::jsonb not null,
  ran_with jsonb,
  problem text,
  created_at timestamp with time zone default now() not null,
  blocking boolean generated always as (((state = ANY (ARRAY['busy'::text, 'progress'::text])) OR ((state = 'pending'::text) AND (kind = 'immediate'::text)))) stored,
  constraint imports_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['immediate'::text, 'scheduled'::text, 'repeat'::text, 'sequential'::text]))),
  constraint imports_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'busy'::text, 'progress'::text, 'sequential'::text, 'completed'::text, 'failed'::text, 'aborted'::text]))),
  constraint imports_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id)
);

create table jobs (
  id text not null,
  kind text not null,
  pipeline_id text not null,
  version_id text not null,
  list_pipelines text[],
  scheduled_at timestamp with time zone,
  scheduled_date text,
  scheduled_time text,
  repeat_pattern text,
  time_zone text not null,
  user_id text,
  user_name text not null,
  created_at timestamp with time zone default now() not null,
  last_executed_at timestamp with time zone,
  ended_at timestamp with time zone,
  next_due_at timestamp with time zone,
  anchor_at timestamp with time zone,
  constraint jobs_kind_check CHECK ((kind = ANY (ARRAY['immediate'::text, 'scheduled'::text, 'repeat'::text, 'sequential'::text]))),
  constraint jobs_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id),
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id)
);

create table listener_batches (
  upload_id text not null,
  listener_id text,
  pipeline_id text not null,
  version_id text not null,
  publisher_id text not null,
  messages integer not null,
  import_id text,
  ended boolean default false not null,
  constraint listener_batches_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint listener_batches_listener_id_fkey FOREIGN KEY (listener_id) REFERENCES deployed_listeners(id) ON DELETE SET NULL,
  constraint listener_batches_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint listener_batches_pkey PRIMARY KEY (upload_id),
  constraint listener_batches_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE,
  constraint listener_batches_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE CASCADE
);

create table listener_messages (
  id text not null,
  listener_id text not null,
  state text not null,
  reason text default ''::text not null,
  body bytea not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  constraint listener_messages_listener_id_fkey FOREIGN KEY (listener_id) REFERENCES deployed_listeners(id) ON DELETE CASCADE,
  constraint listener_messages_pkey PRIMARY KEY (id),
  constraint listener_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'dead'::text])))
);

create table locales (
  id text not null,
  name text not null,
  language text not null,
  country text not null,
  constraint locales_language_country_key UNIQUE (language, country),
  constraint locales_pkey PRIMARY KEY (id)
);

create table logs (
  id bigint generated always as identity not null,
  upload_id text,
  import_id text,
  seq integer not null,
  at timestamp with time zone default clock_timestamp() not null,
  level text not null,
  message text not null,
  data_sub_kind text,
  constraint logs_check CHECK (((upload_id IS NULL) <> (import_id IS NULL))),
  constraint logs_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint logs_level_check CHECK ((level = ANY (ARRAY['error'::text, 'warn'::text, 'info'::text, 'success'::text]))),
  constraint logs_pkey PRIMARY KEY (id),
  constraint logs_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

create table lost_mails (
  id text not null,
  occasion text not null,
  reason text,
  at timestamp with time zone not null,
  constraint lost_mails_pkey PRIMARY KEY (id)
);

create table mails (
  id text not null,
  occasion text not null,
  content text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_error text,
  constraint mails_pkey PRIMARY KEY (id)
);

create table mass_run_rows (
  run_id text not null,
  "position" integer not null,
  version_id text not null,
  old jsonb not null,
  asked jsonb,
  state text default 'waiting'::text not null,
  new jsonb,
  error text,
  touched jsonb default '[]'::jsonb not null,
  constraint mass_run_rows_pkey PRIMARY KEY (run_id, "position"),
  constraint mass_run_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES mass_runs(id) ON DELETE CASCADE,
  constraint mass_run_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);

create table mass_runs (
  id text not null,
  kind text not null,
  user_id text not null,
  user_name text not null,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint mass_runs_kind_check CHECK ((kind = ANY (ARRAY['update'::text, 'lock'::text]))),
  constraint mass_runs_pkey PRIMARY KEY (id)
);

create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table modules (
  id text not null,
  name text not null,
  version text not null,
  download boolean default false not null,
  badges text[] default '{}'::text[] not null,
  state text default 'listed'::text not null,
  reason text,
  integrity text,
  code text,
  created_at timestamp with time zone default now() not null,
  constraint modules_name_version_key UNIQUE (name, version),
  constraint modules_pkey PRIMARY KEY (id),
  constraint modules_state_check CHECK ((state = ANY (ARRAY['listed'::text, 'installing'::text, 'ready'::text, 'failed'::text])))
);

create table open_documents (
  id text not null,
  version_id text not null,
  user_id text not null,
  opened_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint open_documents_pkey PRIMARY KEY (id),
  constraint open_documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint open_documents_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE CASCADE
);

create table password_links (
  hash text not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_links_pkey PRIMARY KEY (hash),
  constraint password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table pipeline_versions (
  version_id text not null,
  is_master boolean not null,
  is_hidden boolean default false not null,
  brand_id text,
  locale_id text,
  product_line_id text,
  datakind_id text,
  constraint pipeline_versions_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id),
  constraint pipeline_versions_datakind_id_fkey FOREIGN KEY (datakind_id) REFERENCES datakinds(id),
  constraint pipeline_versions_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  constraint pipeline_versions_pkey PRIMARY KEY (version_id),
  constraint pipeline_versions_product_line_id_fkey FOREIGN KEY (product_line_id) REFERENCES product_lines(id),
  constraint pipeline_versions_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE CASCADE
);

create table product_lines (
  id text not null,
  name text not null,
  label text not null,
  constraint product_lines_name_key UNIQUE (name),
  constraint product_lines_pkey PRIMARY KEY (id)
);

create table recovery_codes (
  hash text not null,
  user_id text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table schedule_runs (
  job_id text not null,
  due_at timestamp with time zone not null,
  outcome text not null,
  reason text,
  decided_at timestamp with time zone default now() not null,
  constraint schedule_runs_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint schedule_runs_outcome_check CHECK ((outcome = ANY (ARRAY['run'::text, 'waiting'::text, 'skipped'::text, 'missed'::text]))),
  constraint schedule_runs_pkey PRIMARY KEY (job_id, due_at)
);

create table session_tokens (
  hash text not null,
  session_id text not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint session_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint session_tokens_pkey PRIMARY KEY (hash),
  constraint session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

create table sessions (
  id text not null,
  user_id text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table sign_in_challenges (
  hash text not null,
  user_id text not null,
  secret text,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (hash),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table taken_messages (
  listener_id text not null,
  identity text not null,
  settled boolean default false not null,
  taken_at timestamp with time zone default now() not null,
  constraint taken_messages_listener_id_fkey FOREIGN KEY (listener_id) REFERENCES deployed_listeners(id) ON DELETE CASCADE,
  constraint taken_messages_pkey PRIMARY KEY (listener_id, identity)
);

create table test_case_demands (
  document_id text not null,
  constraint test_case_demands_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint test_case_demands_pkey PRIMARY KEY (document_id)
);

create table test_case_results (
  case_id text not null,
  version_id text not null,
  basis text not null,
  is_green boolean not null,
  run_at timestamp with time zone default now() not null,
  constraint test_case_results_case_id_fkey FOREIGN KEY (case_id) REFERENCES test_cases(id) ON DELETE CASCADE,
  constraint test_case_results_pkey PRIMARY KEY (case_id, version_id),
  constraint test_case_results_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE CASCADE
);

create table test_cases (
  id text not null,
  document_id text not null,
  name text not null,
  payload json not null,
  rt_context json not null,
  expected json not null,
  ignored text[] default '{}'::text[] not null,
  origin text,
  revision integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text not null,
  constraint test_cases_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint test_cases_pkey PRIMARY KEY (id)
);

create table two_factor (
  user_id text not null,
  secret text not null,
  last_step bigint not null,
  enrolled_at timestamp with time zone not null,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table upload_datasets (
  upload_id text not null,
  stamp text not null,
  maker text not null,
  file_key text not null,
  bytes bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint upload_datasets_file_key_key UNIQUE (file_key),
  constraint upload_datasets_pkey PRIMARY KEY (upload_id, stamp),
  constraint upload_datasets_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

create table upload_findings (
  upload_id text not null,
  n integer not null,
  finding jsonb not null,
  constraint upload_findings_pkey PRIMARY KEY (upload_id, n),
  constraint upload_findings_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

create table uploads (
  id text not null,
  pipeline_id text not null,
  version_id text,
  import_id text,
  status text not null,
  enabled boolean default true not null,
  original_filename text,
  data_sub_kind text not null,
  origin text not null,
  file_key text not null,
  size bigint not null,
  sha256 text not null,
  counts jsonb,
  detected jsonb,
  groups jsonb default '[]'::jsonb not null,
  total_findings integer default 0 not null,
  attempt integer default 0 not null,
  log_seq integer default 0 not null,
  created_by text,
  created_at timestamp with time zone default clock_timestamp() not null,
  rejected_key text,
  rejected_index jsonb default '[]'::jsonb not null,
  created_by_name text,
  constraint uploads_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint uploads_origin_check CHECK ((origin = ANY (ARRAY['source'::text, 'destination'::text]))),
  constraint uploads_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES documents(id),
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_status_check CHECK ((status = ANY (ARRAY['validating'::text, 'valid'::text, 'invalid'::text]))),
  constraint uploads_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_versions(id) ON DELETE SET NULL
);

create table user_badges (
  user_id text not null,
  badge_id text not null,
  constraint user_badges_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES badges(id),
  constraint user_badges_pkey PRIMARY KEY (user_id, badge_id),
  constraint user_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_pipelines (
  user_id text not null,
  document_id text not null,
  is_active boolean default true not null,
  constraint user_pipelines_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint user_pipelines_pkey PRIMARY KEY (user_id, document_id),
  constraint user_pipelines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  service text default ''::text not null,
  avatar text,
  role text not null,
  password_hash text,
  is_active boolean default true not null,
  unrestricted_upload boolean default false not null,
  tfa text default 'off'::text not null,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'manager'::text, 'admin'::text, 'super-admin'::text]))),
  constraint users_tfa_check CHECK ((tfa = ANY (ARRAY['off'::text, 'required'::text, 'enrolled'::text])))
);

create table workers (
  id text not null,
  host text not null,
  pid integer not null,
  slots integer not null,
  used integer not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE INDEX attempt_counts_expiry ON public.attempt_counts USING btree (expires_at);
CREATE INDEX audit_action ON public.audit USING btree (action, at DESC, id DESC);
CREATE INDEX audit_kind ON public.audit USING btree (kind, at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (at DESC, id DESC);
CREATE INDEX audit_user ON public.audit USING btree (user_name, at DESC, id DESC);
CREATE UNIQUE INDEX badges_name ON public.badges USING btree (lower(btrim(name)));
CREATE UNIQUE INDEX deployed_listeners_name ON public.deployed_listeners USING btree (pipeline_id, name);
CREATE INDEX document_references_to ON public.document_references USING btree (to_version, role);
CREATE UNIQUE INDEX documents_name ON public.documents USING btree (folder_id, kind, lower(btrim(name)));
CREATE INDEX endpoint_errors_endpoint ON public.endpoint_errors USING btree (endpoint_id, at);
CREATE UNIQUE INDEX endpoint_keys_name ON public.endpoint_keys USING btree (endpoint_id, lower(name));
CREATE UNIQUE INDEX folders_name ON public.folders USING btree (parent_id, lower(btrim(name)));
CREATE UNIQUE INDEX folders_root ON public.folders USING btree (kind) WHERE (parent_id IS NULL);
CREATE INDEX imports_failed ON public.imports USING btree (ended_at DESC) WHERE (state = 'failed'::text);
CREATE INDEX imports_job ON public.imports USING btree (job_id, "position");
CREATE UNIQUE INDEX imports_one_blocking ON public.imports USING btree (pipeline_id) WHERE blocking;
CREATE INDEX imports_open ON public.imports USING btree (job_id, "position") WHERE (state = ANY (ARRAY['pending'::text, 'busy'::text, 'progress'::text, 'sequential'::text]));
CREATE INDEX imports_pipeline ON public.imports USING btree (pipeline_id, scheduled_at DESC);
CREATE UNIQUE INDEX imports_planned_once ON public.imports USING btree (job_id, scheduled_at, pipeline_id) WHERE (kind = ANY (ARRAY['scheduled'::text, 'repeat'::text]));
CREATE INDEX imports_runs ON public.imports USING btree (scheduled_at DESC, job_id DESC) INCLUDE (pipeline_id, state);
CREATE INDEX imports_uploads ON public.imports USING gin (((ran_with -> 'uploads'::text)) jsonb_path_ops);
CREATE UNIQUE INDEX jobs_one_planned ON public.jobs USING btree (pipeline_id) WHERE ((ended_at IS NULL) AND (kind = ANY (ARRAY['scheduled'::text, 'repeat'::text])));
CREATE INDEX jobs_pipeline ON public.jobs USING btree (pipeline_id) WHERE (ended_at IS NULL);
CREATE INDEX listener_batches_import ON public.listener_batches USING btree (import_id);
CREATE INDEX listener_batches_open ON public.listener_batches USING btree (pipeline_id, upload_id) WHERE (NOT ended);
CREATE INDEX listener_messages_state ON public.listener_messages USING btree (listener_id, state, id);
CREATE UNIQUE INDEX logs_import ON public.logs USING btree (import_id, seq) WHERE (import_id IS NOT NULL);
CREATE UNIQUE INDEX logs_upload ON public.logs USING btree (upload_id, seq) WHERE (upload_id IS NOT NULL);
CREATE INDEX lost_mails_at ON public.lost_mails USING btree (at DESC);
CREATE INDEX mass_runs_last ON public.mass_runs USING btree (kind, started_at DESC);
CREATE INDEX open_documents_version ON public.open_documents USING btree (version_id);
CREATE INDEX password_links_user ON public.password_links USING btree (user_id) WHERE (used_at IS NULL);
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (user_id);
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX sign_in_challenges_user ON public.sign_in_challenges USING btree (user_id);
CREATE INDEX taken_messages_age ON public.taken_messages USING btree (taken_at);
CREATE INDEX test_case_results_version ON public.test_case_results USING btree (version_id);
CREATE UNIQUE INDEX test_cases_name ON public.test_cases USING btree (document_id, lower(name));
CREATE INDEX uploads_invalid ON public.uploads USING btree (created_at DESC) WHERE ((status = 'invalid'::text) AND enabled AND (origin = 'source'::text));
CREATE INDEX uploads_last ON public.uploads USING btree (pipeline_id, origin, data_sub_kind, created_at DESC) WHERE enabled;
CREATE INDEX uploads_validating ON public.uploads USING btree (id) WHERE (status = 'validating'::text);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_user_name ON public.users USING btree (lower(user_name));

CREATE OR REPLACE FUNCTION public.refuse_locked_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    -- A whole document may go with all its versions; a single locked version may not.
    if old.locked and exists (select 1 from documents where id = old.document_id) then
      raise exception 'version % is locked', old.id using errcode = 'MR001';
    end if;
    return old;
  end if;
  if old.locked and (new.content::text is distinct from old.content::text or new.locked is distinct from old.locked
      or new.version <> old.version or new.document_id <> old.document_id or new.parents <> old.parents
      or new.sys_version <> old.sys_version) then
    raise exception 'version % is locked', old.id using errcode = 'MR001';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_locked_part_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE TRIGGER document_references_locked BEFORE INSERT OR DELETE OR UPDATE ON public.document_references FOR EACH ROW EXECUTE FUNCTION refuse_locked_part_change();
CREATE TRIGGER document_versions_locked BEFORE DELETE OR UPDATE ON public.document_versions FOR EACH ROW EXECUTE FUNCTION refuse_locked_change();
CREATE TRIGGER pipeline_versions_locked BEFORE INSERT OR DELETE OR UPDATE ON public.pipeline_versions FOR EACH ROW EXECUTE FUNCTION refuse_locked_part_change();
