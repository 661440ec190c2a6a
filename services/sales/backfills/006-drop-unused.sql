-- After the functions that no longer use them: a sale's search text is written with it, and the ledger's own numbers are its
-- sequence.
drop trigger if exists sale_search_text on sale;
drop function if exists fold_pedido();
drop table if exists commission_sequence;
