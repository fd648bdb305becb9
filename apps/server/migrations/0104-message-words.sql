-- Pairs of characters go into their index at once. Kept back in a list first, all of them are put in by the message that fills
-- it, which then waits for thousands of others, and every search reads the list beside the index.
do $$
declare
  name regclass;
begin
  for name in select inhrelid::regclass from pg_inherits where inhparent = 'wx_message_word_idx'::regclass loop
    -- The index of a month that is added later is told so too.
    execute format('alter index %s set (fastupdate = off)', name);
    perform gin_clean_pending_list(name);
  end loop;
end $$;
