-- What an author wrote keeps the order of its keys, since it has a meaning: the columns of an output file are the
-- properties of its schema, one after another. jsonb sorts keys by their length. Documents that are there keep the order
-- in which they were read until now, so that the files of a locked version stay the same, byte for byte.
alter table document_versions
  alter column content type json using content::text::json,
  -- json would take the escape of a NUL, which no text of PostgreSQL can hold once it is read out of it.
  add constraint document_versions_content_check check (content::jsonb is not null);
alter table audit
  alter column before type json using before::text::json,
  alter column after type json using after::text::json;

-- As before, but for the content, which json compares as text: another order is another content.
create or replace function refuse_locked_change() returns trigger language plpgsql as $$
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
end $$;
