-- Where a risk point is on earth (WGS-84), by which presence at it may be shown.
alter table risk_point add column lng numeric(9, 6) check (lng between -180 and 180);
alter table risk_point add column lat numeric(9, 6) check (lat between -90 and 90);
