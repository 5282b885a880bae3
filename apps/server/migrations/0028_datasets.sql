-- The records that a check of an upload accepted, as a file beside it: one for each schema and set of settings (decision 28).
create table upload_datasets (
  upload_id text not null references uploads on delete cascade,
  stamp text not null,
  -- The program that made it: with another one it is made again.
  maker text not null,
  file_key text not null unique,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (upload_id, stamp)
);
