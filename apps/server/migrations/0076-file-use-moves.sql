-- Attaching a file names its enterprise again, which is the same for what staff sent in. What changes nothing must not
-- wait for the row that counts: everybody of an enterprise would stand behind one transaction.
drop trigger file_use_follows on file;
create trigger file_use_follows after insert or delete on file for each row execute function file_use_follows();
create trigger file_use_moves after update of enterprise_id, purpose, size_bytes on file
  for each row when (old.enterprise_id <> new.enterprise_id or old.purpose <> new.purpose or old.size_bytes <> new.size_bytes)
  execute function file_use_follows();
