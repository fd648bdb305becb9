-- oldest program: 0112
-- Permits that the tenant itself gave to a role. A release removes other permits that it no longer gives to a preset
-- role.
alter table role_permit add column granted boolean not null default false;
-- Permits that a release removed from a preset role, but that this custom role still has. The administrator reviews
-- them. Saving the permits of the role clears the list.
alter table role add column to_review text[] not null default '{}';
