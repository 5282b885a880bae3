-- Rejected records of an upload, as a file beside it, so that a million of them cost no memory and no rows.
alter table uploads add column rejected_key text;
alter table uploads add column rejected_index jsonb not null default '[]';

-- Components that come with the product: nobody edits, moves or deletes them.
alter table documents add column is_ready_made boolean not null default false;

-- Modules that component code may require. Those supplied with the product are no rows.
create table modules (
  id text primary key,
  name text not null,
  version text not null,
  download boolean not null default false,
  badges text[] not null default '{}',
  state text not null default 'listed' check (state in ('listed', 'installing', 'ready', 'failed')),
  reason text,
  integrity text,
  code text,
  created_at timestamptz not null default now(),
  unique (name, version)
);
