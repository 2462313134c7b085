-- Two roles in PostgreSQL: the owner changes tables (python -m config.setup), the application may
-- not; and what is written for good it may only add to. Run as the owner after every set-up:
--   psql "$OWNER_URL" -v app=thirteen -f deploy/grants.sql
grant usage on schema public to :"app";
grant select, insert, update, delete on all tables in schema public to :"app";
grant usage, select on all sequences in schema public to :"app";
revoke update, delete, truncate on
  tournaments_journalentry, tournaments_chiptransfer, tournaments_cashmove from :"app";
