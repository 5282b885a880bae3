-- A session outlives its person, so that a token of somebody who was deleted answers that the session was ended and
-- not that it was never known.
alter table sessions alter user_id drop not null;
alter table sessions drop constraint sessions_user_id_fkey;
alter table sessions add constraint sessions_user_id_fkey foreign key (user_id) references users on delete set null;
