-- Who sent an upload, by name: it stays when the account is deleted, as it does with imports.
alter table uploads add column created_by_name text;
update uploads u set created_by_name = coalesce(
  (select user_name from users where id = u.created_by),
  (select user_name from imports where id = u.import_id),
  (select user_name from imports where user_id = u.created_by limit 1)
) where created_by is not null;
-- Which imports read an upload.
create index imports_uploads on imports using gin ((ran_with -> 'uploads') jsonb_path_ops);
