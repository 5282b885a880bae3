-- The second factor of people who have enrolled. The secret is sealed with the product's key, which is not in here;
-- `last_step` is the time step of the last code that was taken, so that none is taken twice.
create table two_factor (
  user_id text primary key references users on delete cascade,
  secret text not null,
  last_step bigint not null,
  enrolled_at timestamptz not null
);

-- In place of a code when the phone is gone: keyed hashes, each good once.
create table recovery_codes (
  hash text primary key,
  user_id text not null references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- Between the right password and the right code. `secret` (sealed) is there at enrolment alone: it becomes the
-- person's when a code made with it comes back.
create table sign_in_challenges (
  hash text primary key,
  user_id text not null references users on delete cascade,
  secret text,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- Attempts that are counted against guessing, by every process together. Keys are keyed hashes: a password typed into
-- the field of the username is not readable here.
create table attempt_counts (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index attempt_counts_expiry on attempt_counts (expires_at);

-- Mails that wait to be sent; gone once they are. `content` is sealed, for it holds links that let people in.
create table mails (
  id text primary key,
  occasion text not null,
  content text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- A new link ends the older ones of the person.
create index password_links_user on password_links (user_id) where used_at is null;
