-- What an order's owner has been told of, each once: how to pay it, and that its deadline is near.
create table investing.order_notice (
  order_id bigint not null,
  kind text not null check (kind in ('placed', 'reminder')),
  told_at timestamptz not null,
  primary key (order_id, kind)
);
