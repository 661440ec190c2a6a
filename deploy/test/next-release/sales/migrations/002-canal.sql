-- The default is set afterwards: so rows that exist stay empty, and only new ones get it.
alter table sale add column canal text;
alter table sale alter column canal set default 'direto';
