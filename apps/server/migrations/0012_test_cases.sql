-- Payloads with what a component is to make of them. They belong to the document: every version is held to them.
create table test_cases (
  id text primary key,
  document_id text not null references documents on delete cascade,
  name text not null,
  -- json, not jsonb: the order of names is the author's.
  payload json not null,
  rt_context json not null,
  expected json not null,
  ignored text[] not null default '{}',
  origin text,
  -- Raised by every change: a result of an older one counts for nothing.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index test_cases_name on test_cases (document_id, lower(name));

-- How a version did in a case, at that save of it and of all that it uses: `basis` tells these apart.
create table test_case_results (
  case_id text not null references test_cases on delete cascade,
  version_id text not null references document_versions on delete cascade,
  basis text not null,
  is_green boolean not null,
  run_at timestamptz not null default now(),
  primary key (case_id, version_id)
);
create index test_case_results_version on test_case_results (version_id);

-- Documents whose drafts are locked only when all their cases are green.
create table test_case_demands (
  document_id text primary key references documents on delete cascade
);
