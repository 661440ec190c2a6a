-- The builtin C.UTF-8 locale sorts and compares by code point, the same with every version of the system's libraries.
create database representa template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8';
