-- oldest program: 0118
-- Databases of step 0105 or later hold no plain phone: the start of commit b59e8a90 encrypts them.
alter table enterprise validate constraint enterprise_phones_are_masked;
alter table enterprise_application validate constraint enterprise_application_plain_is_sealed;
