-- Counts the rows of each table: the statements are made by the first one, and run by psql.
select format('select %L, count(*) from public.%I', relname, relname)
from pg_class
where relkind = 'r' and relnamespace = 'public'::regnamespace
order by relname \gexec
