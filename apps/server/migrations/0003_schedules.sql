-- Plans: when a job is due next, and from which instant an equal spacing ('M n', 'H n') is counted.
alter table jobs add column next_due_at timestamptz;
alter table jobs add column anchor_at timestamptz;

-- A pipeline has one planned job at most, whoever plans at the same moment (D-73).
create unique index jobs_one_planned on jobs (pipeline_id) where ended_at is null and kind in ('scheduled', 'repeat');

-- What became of each due instant of a plan. The key decides between schedulers: an instant is never run twice (G10).
create table schedule_runs (
  job_id text not null references jobs on delete cascade,
  due_at timestamptz not null,
  outcome text not null check (outcome in ('run', 'waiting', 'skipped', 'missed')),
  reason text,
  decided_at timestamptz not null default now(),
  primary key (job_id, due_at)
);
create unique index imports_planned_once on imports (job_id, scheduled_at, pipeline_id) where kind in ('scheduled', 'repeat');
