SET lock_timeout = '5s';

-- Reads every row while others write, so that the next migration need not.
ALTER TABLE "request_log" VALIDATE CONSTRAINT "request_log_before";
