-- These functions get a further parameter, with a default: processes of the last release still call them.
drop function if exists create_client(uuid, jsonb, text, bytea);
drop function if exists update_client(uuid, uuid, jsonb, int[]);
drop function if exists delete_client(uuid, uuid, int, int[]);
