-- When somebody was last urged to do what a danger waits for (催办).
alter table danger add column urged_at timestamptz;
