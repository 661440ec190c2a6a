-- These functions get a further parameter, with a default: processes of the last release still call them.
drop function if exists create_product(uuid, jsonb, text, bytea);
drop function if exists create_representada(uuid, jsonb, text, bytea);
drop function if exists update_product(uuid, text, jsonb, int[]);
drop function if exists update_representada(uuid, uuid, jsonb, int[]);
drop function if exists delete_representada(uuid, uuid, int, int[]);
