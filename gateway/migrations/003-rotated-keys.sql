-- Of a key that was rotated: `expires_at` is the end of its overlap, this is when it would have expired. Null: never.
alter table api_key
  add column is_rotated boolean not null default false,
  add column unrotated_expires_at timestamptz;
