-- By which runs are compared, without reading definitions. Null in rows of before, and of cases that were never begun.
ALTER TABLE results ADD COLUMN key text;
