SET lock_timeout = '5s';

-- The service makes and drops months of events although another role may own the tables. Nobody else may.
ALTER FUNCTION "ensure_drop_event_months"(INTEGER) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION "drop_old_event_months"(INTEGER) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION "ensure_drop_event_months"(INTEGER), "drop_old_event_months"(INTEGER) FROM PUBLIC;
