-- Any filter beside any order: what few values part stands in the indexes themselves, so that a list is walked, and
-- counted, without its table. The largest 3 % of 700,000 enterprises by headcount upwards took 15 s from the table,
-- because all others come first.

drop index enterprise_name_idx, enterprise_industry_idx, enterprise_headcount_idx, enterprise_activated_idx,
  enterprise_membership_idx, enterprise_profile_idx,
  enterprise_dossier_idx, enterprise_score_idx, enterprise_status_idx, enterprise_color_idx, enterprise_kind_idx,
  enterprise_size_idx, enterprise_standard_idx, enterprise_perfect_idx, enterprise_signed_in_idx;

-- One index a sort, where filters and order may have to do with each other.
create index enterprise_name_idx on enterprise (tenant_id, name, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_headcount_idx on enterprise (tenant_id, headcount nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_activated_idx on enterprise (tenant_id, activated_at nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_membership_idx on enterprise (tenant_id, membership_to nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_profile_idx on enterprise (tenant_id, profile_rate, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_dossier_idx on enterprise (tenant_id, dossier_rate nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_score_idx on enterprise (tenant_id, health_score nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
-- Filters that choose few rows, in the list's usual order.
create index enterprise_industry_idx on enterprise (tenant_id, industry_code, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_status_idx on enterprise (tenant_id, status, updated_at, id)
  include (color, enterprise_size, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on)
  where removed_at is null;
create index enterprise_color_idx on enterprise (tenant_id, color, updated_at, id)
  include (status, enterprise_size, supervision_kind, standard_level, profile_perfect,
    signed_in, next_expiry_on) where removed_at is null;
create index enterprise_kind_idx on enterprise (tenant_id, supervision_kind, updated_at, id)
  include (status, color, enterprise_size, standard_level, profile_perfect, signed_in, next_expiry_on)
  where removed_at is null;
create index enterprise_size_idx on enterprise (tenant_id, enterprise_size, updated_at, id)
  include (status, color, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on)
  where removed_at is null;
create index enterprise_standard_idx on enterprise (tenant_id, standard_level, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, profile_perfect, signed_in, next_expiry_on)
  where removed_at is null;
create index enterprise_perfect_idx on enterprise (tenant_id, profile_perfect, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, signed_in, next_expiry_on)
  where removed_at is null;
create index enterprise_signed_in_idx on enterprise (tenant_id, signed_in, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, profile_perfect, next_expiry_on)
  where removed_at is null;

-- The index that the counts read begins with the region too.
drop index enterprise_region_idx;
