-- Texts that everybody may read (内容), by version: a published one never changes. The platform's are read by every
-- tenant; one of a tenant's own stands before them.
create table content_info (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  type text not null check (type in ('about', 'privacy', 'service', 'membership')),
  title text collate "C" not null,
  content text not null,
  change_note text,
  state text not null default 'draft' check (state in ('draft', 'published', 'superseded')),
  -- Given out when it is published: 1, 2, 3 of its kind.
  edition int,
  published_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  check (removed_at is null or state = 'draft')
);
comment on table content_info is 'class: shared; object: contentInfo';
create unique index content_info_published_key on content_info (tenant_id, type) where state = 'published';
create unique index content_info_edition_key on content_info (tenant_id, type, edition) where edition is not null;
create index content_info_updated_idx on content_info (tenant_id, updated_at, id) include (type, state) where removed_at is null;
create index content_info_title_idx on content_info (tenant_id, title, id) include (type, state) where removed_at is null;
create index content_info_type_idx on content_info (tenant_id, type, updated_at, id) where removed_at is null;
create index content_info_state_idx on content_info (tenant_id, state, updated_at, id) where removed_at is null;
create index content_info_total_idx on content_info (tenant_id) where removed_at is null;

-- What was published is what people agreed to: not even the server's own statements change it.
create function content_info_keep() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.type, new.title, new.content, new.change_note, new.edition, new.published_at)
    is distinct from (old.type, old.title, old.content, old.change_note, old.edition, old.published_at) then
    raise exception 'a published version never changes';
  end if;
  return new;
end $$;
create trigger content_info_keep before update on content_info for each row execute function content_info_keep();

-- Who agreed to which version, and when. The version may be the platform's, so no reference leads to it: published ones
-- are never removed.
create table content_agreement (
  tenant_id text not null,
  id uuid not null,
  content_id uuid not null,
  type text not null,
  edition int not null,
  title text not null,
  occasion text not null check (occasion in ('register', 'apply', 'purchase')),
  user_id uuid,
  enterprise_id uuid,
  agreed_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table content_agreement is 'class: tenant; append-only';
create index content_agreement_content_idx on content_agreement (tenant_id, content_id, agreed_at, id);
