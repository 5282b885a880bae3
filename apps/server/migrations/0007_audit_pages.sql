-- A page of the audit and how many rows there are, by each filter, among a million of them.
drop index audit_at;
create index audit_newest on audit (at desc, id desc);
create index audit_kind on audit (kind, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);
create index audit_user on audit (user_name, at desc, id desc);
