-- Outgoing lines of a statement are compared with the receipts whose number they name.
create index receipt_seq on banking.receipt (bank, seq);
