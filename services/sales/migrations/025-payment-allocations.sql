-- migrate: without a transaction
-- What a payment paid, in the order in which it is shown: a list counts it in the index, and reads only what it shows.
drop index concurrently if exists commission_allocation_shown;
create index concurrently commission_allocation_shown on commission_allocation (empresa_id, payment_id, origem_id, parte)
  where valor <> 0;
drop index concurrently if exists commission_allocation_payment;
