-- oldest program: 0112
-- Permits that a tenant gave to a role itself. A release removes the others once it no longer gives them to a preset role.
alter table role_permit add column granted boolean not null default false;
-- Permits that a release removed from a preset role while a role of the tenant's own holds them: its administrator
-- checks them, and saving the permits of the role clears them.
alter table role add column to_review text[] not null default '{}';
