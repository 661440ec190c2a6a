-- These functions get other parameters; what processes of the last release call still works.
drop function if exists delete_sale(uuid, uuid, int[]);
drop function if exists update_sale(uuid, uuid, int, jsonb, json, uuid, text, text);
