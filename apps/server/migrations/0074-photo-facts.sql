-- When and where a photo was taken, as its camera said; the stored picture itself says neither.
alter table file add column taken_at timestamptz;
alter table file add column taken_lng double precision check (taken_lng between -180 and 180);
alter table file add column taken_lat double precision check (taken_lat between -90 and 90);
