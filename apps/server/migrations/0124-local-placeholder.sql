-- oldest program: 0118
select 1;
