-- A quoted ";" and a function body: what a splitter at ";" would break.
CREATE TABLE "note_count" ("total" BIGINT NOT NULL, "label" TEXT NOT NULL DEFAULT 'a;b');
INSERT INTO "note_count" ("total") VALUES (0);

CREATE FUNCTION "count_note"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "note_count" SET "total" = "total" + 1;
  RETURN NEW;
END;
$$;

CREATE TRIGGER "note_counted" AFTER INSERT ON "note" FOR EACH ROW EXECUTE FUNCTION "count_note"();
