-- Where a risk point is on earth (WGS-84), by which presence at it may be shown.
alter table risk_point add column lng numeric, add column lat numeric;
