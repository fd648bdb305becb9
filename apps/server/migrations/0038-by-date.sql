-- Lists, rankings and the map by a day: what they read stands in the index of that day, so that only rows of the time
-- asked for are passed, and none is fetched.

drop index enterprise_activated_idx, enterprise_expiry_idx;
-- The map's places and the completeness beside what filters part.
create index enterprise_activated_idx on enterprise (tenant_id, activated_at nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on, oversight_code, profile_rate, point_x, point_y) where removed_at is null;
-- What runs out is told of supervised enterprises alone.
create index enterprise_expiry_idx on enterprise (tenant_id, next_expiry_on, id)
  include (status, color, region_code, oversight_code) where removed_at is null;
