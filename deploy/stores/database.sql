-- Sorted and compared by code point, the same on every machine, whatever its libraries.
create database representa template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8';
