-- Imports that are to come or under way are few among all that ended: schedulers and workers ask for them all the time.
create index imports_open on imports (job_id, position) where state in ('pending', 'busy', 'progress', 'sequential');
