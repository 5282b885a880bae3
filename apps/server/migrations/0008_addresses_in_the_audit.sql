-- Paths and parameters of addresses may be keys. Entries of pipelines keep scheme and host alone, as new ones do.
create function pg_temp.without_paths(entry text) returns text language sql immutable as $$
  select regexp_replace(
    entry,
    '("url":\s*"[a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^"/?#\\]*@)?([^"/?#\\@]+)(?:[/?#\\](?:[^"\\]|\\.)*)?"',
    '\1\2/***"',
    'g'
  )
$$;
update audit set
  before = pg_temp.without_paths(before::text)::jsonb,
  after = pg_temp.without_paths(after::text)::jsonb
where kind = 'pipeline' and (before::text like '%"url":%' or after::text like '%"url":%');
