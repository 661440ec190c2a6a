-- Reports read the sales of a range of dates.
create index if not exists sale_data on sale (empresa_id, data, id);
