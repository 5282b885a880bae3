-- Who has which version open just now, in whatever process: rows are renewed while it is open and mean nothing after
-- 30 seconds without. Nothing of it has to outlive a crash.
create unlogged table open_documents (
  id text primary key,
  version_id text not null references document_versions on delete cascade,
  user_id text not null references users on delete cascade,
  opened_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index open_documents_version on open_documents (version_id);
